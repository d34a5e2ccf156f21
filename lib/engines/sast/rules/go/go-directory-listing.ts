import type { Rule } from '@scangate/engines/sast/rule';
import { program } from './samples.ts';

export const goDirectoryListing: Rule = {
  id: 'go-directory-listing',
  cwe: 'CWE-548',
  severity: 'low',
  title: 'Directories are listed',
  message: 'A net/http file server lists every directory without an index.html, with the names of all files.',
  help: 'Wrap the file system so that it opens no directories, or put an index.html into each.',
  calls: [{ call: ['net/http.FileServer'], when: ({ args: [root] }) => root?.path === 'net/http.Dir()' }],
  positives: [
    program('net/http', '\thttp.Handle("/", http.FileServer(http.Dir("files"))) // HERE'),
    program('net/http', '\tfiles := http.FileServer(http.Dir("")) // HERE\n\thttp.Handle("/", files)'),
  ],
  negatives: [
    program('net/http', '\thttp.Handle("/", http.FileServer(onlyFiles{http.Dir("files")}))'),
    program('net/http', '\thttp.Handle("/", http.FileServer(http.FS(static)))'),
  ],
};
