import { Box } from '@chakra-ui/react'
import { needMessages as texts } from '#shared/domains/queues/need-messages.ts'
import { shortHost } from '#shared/lib/host-text.ts'
import { Banner } from '#web/ui/page/banner.tsx'

export interface StoppedHostsProps {
  hosts: readonly string[]
  cluster: string
}

/** What to do about hosts of a deployment that ceased to poll: that is not done in the console. */
export const StoppedHosts = ({ hosts, cluster }: StoppedHostsProps) => (
  <Box mb="3.5">
    <Banner
      label={texts.stoppedHosts}
      fg="status.retry.fg"
      soft="status.retry.soft"
      mark="queued"
      beside="sm"
      actions={null}
    >
      {texts.restartHosts(hosts.map(shortHost), cluster)}
    </Banner>
  </Box>
)
