/**
 * Layout for four figures: one row, two rows, or on a phone as many rows as needed so none is cut off. The phone basis is just over
 * a third, so a row never holds three, and two that fit stay in one row while the web font loads.
 */
export const figureGridClass =
  'flex flex-wrap gap-x-3 gap-y-1 sm:grid sm:grid-cols-2 sm:gap-x-6 lg:grid-cols-4';
export const figureClass = 'grow basis-[34%] min-w-min sm:min-w-0';
