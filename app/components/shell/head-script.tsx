import { useNonce } from '~/hooks/use-nonce';

/** An inline script in the document's head, which runs before first paint. */
export function HeadScript({ code }: { code: string }) {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; React would escape the quotes
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
