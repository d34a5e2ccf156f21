// Runs at CloudFront for requests of the console's files alone (docs/adr/0095-web-console.md).

/** A name with such an ending is a file. A version such as 1.0.0 is not. */
const fileName = /\.[a-z][a-z0-9]{0,9}$/i;

/** Sends the root to the console, and gives each page of the console its one document. */
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name.
function handler(event) {
  const { request } = event;
  const { uri } = request;
  if (uri === '/')
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: '/console/' }, 'cache-control': { value: 'no-store' } },
    };
  const isConsole = uri === '/console' || uri.startsWith('/console/');
  // Nothing else is in the bucket, and nobody gets the list of what is.
  if (!isConsole) request.uri = '/none';
  else if (!fileName.test(uri.slice(uri.lastIndexOf('/') + 1))) request.uri = '/console/index.html';
  return request;
}
