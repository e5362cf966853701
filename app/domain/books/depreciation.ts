/** How a company's asset retirement cost becomes expense; `none` where depreciation is kept elsewhere. */
export const DEPRECIATIONS = ['none', 'straight-line', 'units-of-production'] as const;
export type Depreciation = (typeof DEPRECIATIONS)[number];
