import type { RequestContext } from './context.server';

export async function removeOldUploads(_ctx: RequestContext): Promise<void> {}
