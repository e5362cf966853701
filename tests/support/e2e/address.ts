/** Away from the usual ports, so that tests run beside a copy that somebody uses. */
export const APP_PORT = Number(process.env.E2E_PORT ?? 8797);
export const IDP_PORT = APP_PORT + 1;
/** Tests that start an application of their own each have ports of their own: they run at the same time. */
export const OWN_PORTS = { kills: APP_PORT + 20, backup: APP_PORT + 30 };
export const APP_URL = `http://localhost:${APP_PORT}`;
export const IDP_URL = `http://localhost:${IDP_PORT}`;
