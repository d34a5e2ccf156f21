/** The answers that every scripted service gives in the same words. */

/** The answer to a wait: the changed units and the verdict as events, or the verdict alone. */
export const waitText = (
  verdict: unknown,
  { accept = 'text/event-stream', units = [] }: { accept?: string | undefined; units?: readonly object[] },
): string => {
  const data = JSON.stringify(verdict);
  if (!accept.includes('event-stream')) return data;
  const changed = units.map(
    (unit) => `event: unit\ndata: ${JSON.stringify({ ...unit, status: 'running' })}\n\n`,
  );
  return ['\n', ...changed, `event: verdict\ndata: ${data}\n\n`].join('');
};

/** A repository as `GET /v1/repositories/resolve` gives it. */
export const resolvedRepository = (
  repositoryId: string,
  projectUnits: readonly object[],
  fullName = 'acme/shop',
) => ({
  repositoryId,
  fullName,
  provider: 'github',
  defaultBranch: 'main',
  artifactsAsDefault: false,
  reuse: 'on',
  projectUnits,
});
