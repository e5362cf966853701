import type { Format } from './use-format';

/** File size for display: "412 bytes", "12 KB", "1.4 MB". */
export function formatSize(bytes: number, format: Format): string {
  if (bytes < 1024) return `${format.integer(bytes)} bytes`;
  if (bytes < 1_048_576) return `${format.integer(Math.round(bytes / 1024))} KB`;
  return `${format.rate((bytes / 1_048_576).toFixed(1))} MB`;
}
