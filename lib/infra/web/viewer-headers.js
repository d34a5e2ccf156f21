// Runs at CloudFront for requests of the API, where the distribution has a secret (docs/adr/0051-viewer-rate.md) or the
// service no other name (docs/adr/0095-web-console.md).

/** Tells the API the address of the viewer, and the host that it asked for, whatever the viewer said they were. */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const { request, viewer } = event;
  request.headers['scangate-viewer'] = { value: viewer.ip };
  request.headers['scangate-viewer-host'] = { value: request.headers.host.value };
  return request;
}
