const loaded = new Map<string, Promise<{ handler: unknown }>>();

/**
 * Loads a handler, once: an import takes longer than most calls, and the hooks of the test runner keep something of each.
 * @param folder below `functions`.
 */
export const loadHandler = async (folder: string): Promise<unknown> => {
  const found = loaded.get(folder) ?? import(`../../../functions/${folder}/handler.ts`);
  loaded.set(folder, found);
  return (await found).handler;
};
