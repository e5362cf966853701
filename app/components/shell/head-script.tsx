import { useNonce } from '~/hooks/use-nonce';

/** A script of our own in the document's head, which runs before the page is painted. */
export function HeadScript({ code }: { code: string }) {
  return (
    <script
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, in which React would escape the quotes
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
