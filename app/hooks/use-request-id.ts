import { createContext, useContext } from 'react';

/** Id of the request whose page failed on the server. The error screen shows it, and the browser reads it from the document. */
export const RequestIdContext = createContext(
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLElement>('[data-request-id]')?.dataset.requestId ?? ''),
);

export function useRequestId(): string {
  return useContext(RequestIdContext);
}
