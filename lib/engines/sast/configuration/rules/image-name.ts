const moving = new Set(['latest', 'stable', 'edge', 'nightly']);

/** Says whether the name of an image has a digest, or a tag other than those that move. */
export const isPinnedImage = (name: string): boolean => {
  // A mark such as `<image>` is to be replaced.
  if (name.includes('@sha256:') || name.includes('<')) return true;
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') && !moving.has(name.slice(colon + 1));
};
