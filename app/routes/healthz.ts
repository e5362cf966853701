/** Liveness: responds without any I/O once the Worker is running. */
export function loader() {
  return Response.json({ status: 'ok' });
}
