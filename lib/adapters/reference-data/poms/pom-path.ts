import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';

/** A part of coordinates that the layout of a repository can hold. */
const part = /^[\w.+-]{1,200}$/;

/**
 * Returns the coordinates of a pom by its path in a repository: `org/example/app/1.0/app-1.0.pom`.
 * @throws UnreadableFile
 */
export const coordinatesAt = (path: string): { group: string; artifact: string; version: string } => {
  const parts = path.split('/');
  const [artifact = '', version = '', file = ''] = parts.slice(-3);
  const group = parts.slice(0, -3).join('.');
  const isPlain = [group, artifact, version].every((text) => part.test(text) && !text.includes('..'));
  if (!isPlain || file !== `${artifact}-${version}.pom`)
    throw new UnreadableFile('its path is not one of a Maven repository');
  return { group, artifact, version };
};
