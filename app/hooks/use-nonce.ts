import { createContext, useContext } from 'react';

/** The nonce of the document in the browser, which hides it from everything but this property. Empty on the server. */
export const documentNonce =
  (typeof document !== 'undefined' && document.querySelector<HTMLElement>('[nonce]')?.nonce) || '';

/** The response's Content-Security-Policy nonce: entry.server.tsx provides it, the browser reads it off the document. */
export const NonceContext = createContext(documentNonce);

export function useNonce(): string {
  return useContext(NonceContext);
}
