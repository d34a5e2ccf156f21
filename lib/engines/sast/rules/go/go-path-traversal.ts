import type { Rule } from '@scangate/engines/sast/rule';
import { fileSinks } from './files.ts';
import { handler, program } from './samples.ts';

export const goPathTraversal: Rule = {
  id: 'go-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File chosen by untrusted input',
  message: 'Untrusted input becomes part of a file name: with `..` in it, any file can be reached.',
  help: 'Use only the last segment (filepath.Base), check it with filepath.IsLocal, or open it in an os.Root.',
  category: 'path',
  sinks: [
    ...fileSinks,
    { call: ['net/http.ServeFile'], args: [2] },
    { call: ['*.SaveUploadedFile'], args: [1] },
    { call: ['*.Context.{File,Attachment}'] },
  ],
  positives: [
    handler(
      'os path/filepath',
      `\tname := filepath.Join("/data", r.URL.Query().Get("name"))
\tdata, err := os.ReadFile(name) // HERE`,
    ),
    handler('', '\thttp.ServeFile(w, r, "/data/"+r.FormValue("name")) // HERE'),
    program('github.com/gin-gonic/gin', '\tc.File("/data/" + c.Param("name")) // HERE', 'c *gin.Context'),
  ],
  negatives: [
    handler('os path/filepath', '\tos.ReadFile(filepath.Join("/data", filepath.Base(r.FormValue("name"))))'),
    handler(
      'os strings',
      `\tname := r.FormValue("name")
\tif strings.Contains(name, "..") {
\t\treturn
\t}
\tos.ReadFile("/data/" + name)`,
    ),
    handler(
      'os path/filepath strings',
      `\tname := filepath.Join(base, r.FormValue("name"))
\tif !strings.HasPrefix(name, base) {
\t\treturn
\t}
\tos.ReadFile(name)`,
    ),
    program('os', '\tos.ReadFile(name)', 'name string'),
  ],
};
