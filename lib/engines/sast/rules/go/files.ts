import type { Sink } from '@scangate/engines/sast/rule';

/** Calls that open or create a file by name. */
export const fileSinks: readonly Sink[] = [
  {
    call: [
      'os.{Open,OpenFile,Create,ReadFile,WriteFile,Remove,RemoveAll,Mkdir,MkdirAll,ReadDir,Stat,Lstat,Chmod,Truncate}',
      'io/ioutil.{ReadFile,WriteFile,ReadDir}',
    ],
  },
  { call: ['os.{Rename,Symlink,Link}'], args: [0, 1] },
];
