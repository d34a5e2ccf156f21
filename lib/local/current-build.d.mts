/** Returns the entry of the current build, or undefined when there is none or an input has changed. */
export const currentBuild: (root: string, folder: string) => string | undefined;
