const moving = new Set(['latest', 'stable', 'edge', 'nightly']);

/** Tells whether an image reference has a digest, or a tag that is not a moving one. */
export const isPinnedImage = (name: string): boolean => {
  // A mark such as `<image>` is a placeholder.
  if (name.includes('@sha256:') || name.includes('<')) return true;
  const colon = name.lastIndexOf(':');
  return colon > name.lastIndexOf('/') && !moving.has(name.slice(colon + 1));
};
