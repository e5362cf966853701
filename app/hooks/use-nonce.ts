import { createContext, useContext } from 'react';

/** The response's Content-Security-Policy nonce on the server; browsers hide it, so it is empty there. */
export const NonceContext = createContext('');

export function useNonce(): string {
  return useContext(NonceContext);
}
