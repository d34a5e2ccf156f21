import type { Rule } from '@scangate/engines/sast/rule';
import { comparesPaths } from './conditions.ts';
import { method } from './samples.ts';

export const csZipSlip: Rule = {
  id: 'cs-zip-slip',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Archive entry decides where a file is written',
  message: 'An entry named `../../a` is written outside the target folder.',
  help: 'Compare Path.GetFullPath of the target with the folder, or use ZipFile.ExtractToDirectory.',
  category: 'path',
  labels: ['archive'],
  sinks: [
    {
      call: ['*.ExtractToFile', 'FileStream', 'File.{Create,OpenWrite,WriteAllBytes,Open}', 'StreamWriter'],
      when: (call) => !comparesPaths(call),
    },
  ],
  positives: [
    method(
      `        using var archive = ZipFile.OpenRead(path);
        foreach (var entry in archive.Entries)
        {
            entry.ExtractToFile(Path.Combine(folder, entry.FullName)); // HERE
        }`,
      'string path, string folder',
    ),
    method('        File.Create(Path.Combine("out", entry.FullName)); // HERE', 'ZipArchiveEntry entry'),
  ],
  negatives: [
    method(
      `        foreach (var entry in archive.Entries)
        {
            var target = Path.GetFullPath(Path.Combine(folder, entry.FullName));
            if (!target.StartsWith(folder)) throw new IOException();
            entry.ExtractToFile(target);
        }`,
      'ZipArchive archive, string folder',
    ),
    method(
      '        entry.ExtractToFile(Path.Combine("out", Path.GetFileName(entry.FullName)));',
      'ZipArchiveEntry entry',
    ),
  ],
};
