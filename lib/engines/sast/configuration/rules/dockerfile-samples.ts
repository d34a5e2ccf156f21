export const dockerfile = (text: string): readonly [string, string] => ['Dockerfile', text];

/** Builds a Dockerfile whose other lines have no findings. */
export const image = (lines: string): readonly [string, string] =>
  dockerfile(`FROM debian:13.1\n${lines}\nUSER app\nCMD ["app"]\n`);
