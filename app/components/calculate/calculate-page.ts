/** What the server gives with the page: how many wells a calculation for a field, or for all, would reach. */
export type CalculatePage = {
  fields: { field: string; wellCount: number }[];
  totalWells: number;
  /** The server's date, so that server and browser agree on the default. */
  today: string;
};
