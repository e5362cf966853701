/** Away from the usual ports, so that tests can run next to a copy in use. */
export const APP_PORT = Number(process.env.E2E_PORT ?? 8797);
export const IDP_PORT = APP_PORT + 1;
/** Ports of tests that start their own application, because they run at the same time. */
export const OWN_PORTS = { kills: APP_PORT + 20, backup: APP_PORT + 30 };
export const APP_URL = `http://localhost:${APP_PORT}`;
export const IDP_URL = `http://localhost:${IDP_PORT}`;
