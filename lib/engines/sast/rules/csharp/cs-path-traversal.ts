import type { Rule } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { fromParameter } from '../from-parameter.ts';
import { comparesPaths } from './conditions.ts';
import { action, method } from './samples.ts';

/** The argument of a stream is its content, not a path. */
const isStream = ({ path, type }: Value): boolean =>
  /(?:Body|Stream|Stream\(\)|StreamAsync\(\))$/.test(path ?? '') || /Stream$|^byte\[\]$/.test(type ?? '');

export const csPathTraversal: Rule = {
  id: 'cs-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Path built from untrusted input',
  message: 'Untrusted input decides which file is opened: with `..` in it, any file on the server.',
  help: 'Take Path.GetFileName of the input, or compare Path.GetFullPath of the result with the allowed folder.',
  category: 'path',
  sinks: [
    {
      call: [
        'File.{ReadAllText,ReadAllTextAsync,ReadAllBytes,ReadAllBytesAsync,ReadAllLines,ReadAllLinesAsync,ReadLines,WriteAllText,WriteAllTextAsync,WriteAllBytes,WriteAllBytesAsync,WriteAllLines,AppendAllText,AppendText,Open,OpenRead,OpenWrite,OpenText,Create,CreateText,Delete,Copy,Move,Replace}',
        'System.IO.File.*',
        'Directory.{Delete,CreateDirectory,GetFiles,GetDirectories,EnumerateFiles,EnumerateDirectories,Move}',
        '{FileStream,StreamWriter,StreamReader,FileInfo,DirectoryInfo}',
        '{PhysicalFile,PhysicalFileResult}',
        '*.{PhysicalFile,TransmitFile,GetFileInfo,MapPath}',
        'ZipFile.{OpenRead,Open,ExtractToDirectory}',
        'Assembly.{LoadFrom,LoadFile}',
      ],
      args: [0],
      when: (call) => !comparesPaths(call),
      unless: isStream,
    },
    {
      call: ['File.{Copy,Move}', 'ZipFile.ExtractToDirectory'],
      args: [1],
      when: (call) => !comparesPaths(call),
    },
  ],
  positives: [
    action('        var text = System.IO.File.ReadAllText(Path.Combine(_root, q)); // HERE'),
    action(
      '        using var stream = new FileStream("/data/" + file.FileName, FileMode.Create); // HERE',
      'IFormFile file',
    ),
    action('        return PhysicalFile(Path.Combine(folder, q), "image/png"); // HERE'),
    action('        File.Delete($"uploads/{q}"); // HERE'),
  ],
  negatives: [
    action('        System.IO.File.ReadAllText(Path.Combine(_root, Path.GetFileName(q)));'),
    action('        using var reader = new StreamReader(Request.Body);'),
    action(`        var full = Path.GetFullPath(Path.Combine(_root, q));
        if (!full.StartsWith(_root)) return BadRequest();
        System.IO.File.Delete(full);`),
    action('        System.IO.File.ReadAllText($"/data/{id}.json");', 'Guid id'),
    action('        using var reader = new StreamReader(file.OpenReadStream());', 'IFormFile file'),
  ],
};

export const csPathFromParameter = fromParameter(csPathTraversal, {
  sinks: [{ call: ['Path.{Combine,Join}'], args: [1, 2, 3], when: (call) => !comparesPaths(call) }],
  id: 'cs-path-from-parameter',
  title: 'Parameter joined to a path',
  does: 'opens the file that its argument names below a folder',
  words: ['Path'],
  positives: [method('        var path = Path.Combine("data", name); // HERE', 'string name')],
  negatives: [
    method(
      '        var text = File.ReadAllText(Path.Combine("data", Path.GetFileName(name)));',
      'string name',
    ),
    method('        var text = File.ReadAllText(name);', 'string name'),
  ],
});
