/**
 * What the overview and its skeleton have in common, so that nothing jumps when the one takes the other's place. Figures
 * stand side by side where they have the room to be whole: it is the container's width that counts, not the window's.
 */
export const FIGURES_CLASS =
  'grid gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 @lg:grid-cols-2 @5xl:grid-cols-4';
export const CARDS_CLASS =
  'mt-3 grid gap-3 md:grid-cols-2 md:[&>:last-child]:col-span-2 xl:grid-cols-3 xl:[&>:last-child]:col-span-1';
export const CARD_CLASS = 'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-3';
export const SENTENCE_CLASS = 'min-h-10 xl:min-h-15';
export const CHART_CLASS = 'min-h-43 grow';
