// Runs at CloudFront for requests of the API, where the distribution has a secret (docs/adr/0051-viewer-rate.md).

/** Tells the API the address of the viewer, whatever the viewer said it was. */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const { request, viewer } = event;
  request.headers['scangate-viewer'] = { value: viewer.ip };
  return request;
}
