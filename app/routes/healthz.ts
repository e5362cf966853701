/** Liveness: answers without any I/O as soon as the Worker serves. */
export function loader() {
  return Response.json({ status: 'ok' });
}
