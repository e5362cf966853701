/** An object of a bucket; `md5` is what R2 calls its etag. */
export type StoredObject = { key: string; size: number; md5: string };
export type ObjectBody = { body: Buffer; contentType: string | null };

export type Bucket = {
  /** The binding in wrangler.toml. */
  binding: string;
  /** What people call it. */
  name: string;
  list: () => Promise<StoredObject[]>;
  /** @throws Error when there is no such object */
  get: (key: string) => Promise<ObjectBody>;
  put: (key: string, object: ObjectBody) => Promise<void>;
};

/** Where the application keeps its data: a state on this machine, or a deployment. Sessions are no part of it. */
export type Place = {
  name: string;
  buckets: Bucket[];
  /** Writes the whole database to a file, as SQL. */
  exportDatabase: (file: string) => Promise<void>;
  /** Rows of each table of the application; none where there is no database yet. */
  countRows: () => Promise<Record<string, number>>;
  /** Puts these statements in place of whatever the database holds. */
  replaceDatabase: (statements: Iterable<string>) => Promise<void>;
  close: () => Promise<void>;
};
