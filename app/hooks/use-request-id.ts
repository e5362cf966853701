import { createContext, useContext } from 'react';

/** Of the request whose page failed on the server: what the error screen shows, and the browser reads off the document. */
export const RequestIdContext = createContext(
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLElement>('[data-request-id]')?.dataset.requestId ?? ''),
);

export function useRequestId(): string {
  return useContext(RequestIdContext);
}
