import { type APIRequestContext, type APIResponse, request as requests } from '@playwright/test';

/** Writes that the Worker has confirmed, and so must never lose. */
export type Acknowledged = {
  wells: string[];
  /** Codes of wells whose layer was calculated. */
  layers: string[];
  /** Month-ends through which accretion was posted. */
  accretion: string[];
  uploads: string[];
  /** Company that the second user selected last. */
  selected: string | null;
};

/** A write whose response never arrived. A retry of the same request must complete it exactly once. */
export type Unanswered = { path: string; body: Record<string, unknown>; key: string };

export type Load = {
  acknowledged: Acknowledged;
  unanswered: Unanswered[];
  uploadedRows: number;
  count: () => number;
  /** Resolves when every part of the load has noticed that the Worker is gone. */
  ended: Promise<unknown>;
};

const FILE_TITLES =
  'wellCode,wellName,wellStatus,field,activeDate,layerType,discountRate,inflationRate,pAndACost,wellLifespan,calculationDate';
const TERMS = {
  layerType: 'initial',
  discountRate: 8,
  inflationRate: 2.5,
  pAndACost: 100_000,
  wellLifespan: 25,
};

/** Signs in through the local identity provider; the session outlives the Worker. */
export async function signIn(origin: string, email: string): Promise<APIRequestContext> {
  const request = await requests.newContext({ baseURL: origin, timeout: 120_000 });
  const form = await request.get('/api/login');
  await request.post(form.url(), { form: { email } });
  return request;
}

export async function post<T>(request: APIRequestContext, path: string, data: unknown = {}): Promise<T> {
  return answerOf<T>(await request.post(path, { data }));
}

export async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  return answerOf<T>(await request.get(path));
}

async function answerOf<T>(response: APIResponse): Promise<T> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response.json() as Promise<T>;
}

/** Fires a cron trigger on the Worker, as Cloudflare would. */
export function fireCron(request: APIRequestContext, cron: string, time = new Date()): Promise<APIResponse> {
  return request.get(
    `/cdn-cgi/local/scheduled?${new URLSearchParams({ cron, time: String(time.getTime()) })}`,
  );
}

/**
 * Runs everything at the same time until the Worker is gone: wells, their layers, accretion month by month, a month-end, an upload,
 * and a user who switches back and forth between companies.
 */
export function startLoad(
  admin: APIRequestContext,
  {
    switcher,
    companies,
    round,
    uploadedRows,
  }: { switcher: APIRequestContext; companies: string[]; round: number; uploadedRows: number },
): Load {
  const acknowledged: Acknowledged = { wells: [], layers: [], accretion: [], uploads: [], selected: null };
  const unanswered: Unanswered[] = [];
  let count = 0;

  /** @returns null when the write was refused; throws when the Worker is gone */
  async function write<T>(
    from: APIRequestContext,
    path: string,
    body: Record<string, unknown>,
  ): Promise<T | null> {
    const key = crypto.randomUUID();
    const headers = { 'Idempotency-Key': key, Prefer: 'respond-async' };
    try {
      const response = await from.post(path, { data: body, headers });
      if (response.ok()) count += 1;
      return response.ok() ? await response.json() : null;
    } catch (error) {
      unanswered.push({ path, body, key });
      throw error;
    }
  }

  async function addWells(): Promise<never> {
    for (let serial = 1; ; serial += 1) {
      const wellCode = `R${round}-${serial}`;
      const well = await write<{ id: string }>(admin, '/api/wells', {
        wellCode,
        wellName: wellCode,
        wellStatus: 'Active',
        field: 'NORTH',
        activeDate: '2020-01-01',
      });
      if (!well) throw new Error(`${wellCode} was refused`);
      acknowledged.wells.push(wellCode);
      const terms = { ...TERMS, wellId: well.id, calculationDate: '2020-01-01' };
      if (await write(admin, '/api/aro-layers/calculate', terms)) acknowledged.layers.push(wellCode);
    }
  }

  async function accrete(): Promise<void> {
    for (let month = 0; month < 60; month += 1) {
      const periodEnd = new Date(Date.UTC(2020, month + 1, 0)).toISOString().slice(0, 10);
      const posted = await write<unknown[]>(admin, '/api/accretion/calculate', {
        periodType: 'monthly',
        periodEnd,
      });
      if (posted && posted.length > 0) acknowledged.accretion.push(periodEnd);
    }
  }

  async function upload(): Promise<void> {
    const { uploadURL } = await post<{ uploadURL: string }>(admin, '/api/objects/upload');
    await admin.put(uploadURL, {
      data: fileOfWells(round, uploadedRows),
      headers: { 'Content-Type': 'text/csv' },
    });
    const job = await write<{ jobId: string }>(admin, '/api/wells/mass-upload', { uploadURL });
    if (job) acknowledged.uploads.push(job.jobId);
  }

  async function changeCompanies(): Promise<never> {
    for (let turn = 0; ; turn += 1) {
      const companyId = companies[turn % companies.length]!;
      if (await write(switcher, '/api/companies/select', { companyId })) acknowledged.selected = companyId;
    }
  }

  const parts = [addWells(), accrete(), upload(), changeCompanies(), fireCron(admin, '0 2 1 * *')];
  return { acknowledged, unanswered, uploadedRows, count: () => count, ended: Promise.allSettled(parts) };
}

function fileOfWells(round: number, rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, index) => `U${round}-${index},Uploaded,Active,SOUTH,2020-01-01,initial,8,2.5,100000,25,2020-01-01`,
  );
  return [FILE_TITLES, ...lines].join('\r\n');
}
