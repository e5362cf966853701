/** An object in a bucket. `md5` is its etag in R2. */
export type StoredObject = { key: string; size: number; md5: string };
export type ObjectBody = { body: Buffer; contentType: string | null };

export type Bucket = {
  /** The binding in wrangler.toml. */
  binding: string;
  /** Name shown to users. */
  name: string;
  list: () => Promise<StoredObject[]>;
  /** @throws Error when there is no such object */
  get: (key: string) => Promise<ObjectBody>;
  put: (key: string, object: ObjectBody) => Promise<void>;
};

/** Where the application stores its data: a state on this machine, or a deployment. Sessions are not included. */
export type DataStore = {
  name: string;
  buckets: Bucket[];
  /** Writes the whole database to a file, as SQL. */
  exportDatabase: (file: string) => Promise<void>;
  /** Row count of each of the application's tables. Empty if there is no database yet. */
  countRows: () => Promise<Record<string, number>>;
  /** Replaces the contents of the database with these statements. */
  replaceDatabase: (statements: Iterable<string>) => Promise<void>;
  close: () => Promise<void>;
};
