// A file for the reader to keep.
const ASKING_MS = 60000 // some devices ask first where it should go

export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ASKING_MS)
}
