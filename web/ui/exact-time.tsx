const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** `20 Nov, 14:03:11` in local time, with the year when it is not the present one. */
export function formatExact(moment: Date, now: Date): string {
  const day = `${moment.getDate()} ${months[moment.getMonth()]}`
  const year = moment.getFullYear() === now.getFullYear() ? '' : ` ${moment.getFullYear()}`
  return `${day}${year}, ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

/** A moment to the second in local time; the full ISO moment on hover. */
export function ExactTime({ value }: { value: string | null }) {
  if (!value) return <>-</>
  return (
    <time dateTime={value} title={value}>
      {formatExact(new Date(value), new Date())}
    </time>
  )
}
