import { useEffect, useLayoutEffect } from 'react';

/** An effect that runs before the browser paints. React warns about layout effects on the server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
