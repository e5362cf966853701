/**
 * Four figures: in one row, in two, or on a phone in as many as their lengths ask for, so that none is cut. Each asks for a bit
 * more than a third there, so there are never three in a row, and two that fit stay in one while the typeface is on its way.
 */
export const figureGridClass =
  'flex flex-wrap gap-x-3 gap-y-1 sm:grid sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-4';
export const figureClass = 'grow basis-[34%] min-w-min sm:min-w-0';
