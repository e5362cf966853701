import type { RequestContext } from './context.server';

export async function processMassUpload(
  _ctx: RequestContext,
  _job: { companyId: string; massUploadId: string },
): Promise<void> {}

export async function failMassUpload(
  _ctx: RequestContext,
  _job: { companyId: string; massUploadId: string },
): Promise<void> {}
