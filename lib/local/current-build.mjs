// Plain JavaScript, because the command line starts faster without Node's TypeScript compiler. Node modules are not
// imported: importing node:fs alone loads all streams.
const { existsSync, readFileSync, statSync } = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');

/** There are more than a thousand inputs, and a path relative to the working directory is found in half the time. */
const isUnchanged = (root, inputs) => {
  const prefix = process.cwd() === root ? '' : `${root}/`;
  return inputs.every(([path, mtimeMs, sizeBytes]) => {
    const stat = statSync(prefix + path);
    return stat.mtimeMs === mtimeMs && stat.size === sizeBytes;
  });
};

/** Returns the entry of the current build, or undefined when there is none or an input has changed. */
export const currentBuild = (root, folder) => {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(join(folder, 'current.json'), 'utf8'));
    return isUnchanged(root, inputs) && existsSync(join(folder, entry)) ? join(folder, entry) : undefined;
  } catch {
    return undefined;
  }
};
