/** Four figures: in one row, in two, or on a phone in as many as their lengths ask for, so that none is cut. */
export const figureGridClass =
  'flex flex-wrap gap-x-3 gap-y-1 sm:grid sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-4';
export const figureClass = 'grow basis-[calc(50%-0.75rem)] min-w-min sm:min-w-0';
