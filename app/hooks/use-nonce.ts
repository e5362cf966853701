import { createContext, useContext } from 'react';

/** The document's nonce in the browser, which exposes it only through this property. Empty on the server. */
export const documentNonce =
  (typeof document !== 'undefined' && document.querySelector<HTMLElement>('[nonce]')?.nonce) || '';

/** The response's Content-Security-Policy nonce. entry.server.tsx provides it, and the browser reads it from the document. */
export const NonceContext = createContext(documentNonce);

export function useNonce(): string {
  return useContext(NonceContext);
}
