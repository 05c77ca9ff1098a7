import { Button } from '@chakra-ui/react'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from './toast.ts'

const SHOWN_MS = 2000

/** Copies a text, and says so for two seconds. `label` tells what is copied. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const done = await copyText(text())
    setCopied(done)
    if (!done) toast.error('The browser did not allow copying')
  }
  return (
    <Button size="xs" variant="ghost" px="1" aria-label={label} title={label} onClick={() => void copy()}>
      {copied ? <Check /> : <Copy />}
    </Button>
  )
}

/** Browsers have a clipboard on secure origins only; elsewhere the old way still works. */
async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
