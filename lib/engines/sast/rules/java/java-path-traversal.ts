import type { Rule } from '@scangate/engines/sast/rule';
import { pathSinks } from './paths.ts';
import { method, servlet } from './samples.ts';

export const javaPathTraversal: Rule = {
  id: 'java-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'File chosen by untrusted input',
  message: 'Untrusted input becomes part of a file name: with `..` in it, any file can be reached.',
  help: 'Use only the last segment of the name (FilenameUtils.getName), or resolve it, normalize it and check that it is still inside the allowed directory.',
  category: 'path',
  sinks: pathSinks,
  positives: [
    servlet('    new FileInputStream("/data/" + request.getParameter("name")); // HERE'),
    method(
      '    Resource page = loader.getResource("classpath:pages/" + name); // HERE',
      '@RequestParam String name, ResourceLoader loader',
    ),
    servlet(`    Path file = Paths.get("/data", request.getParameter("name")); // HERE
    Files.copy(file, response.getOutputStream());`),
    method(
      '    file.transferTo(new File(UPLOADS, file.getOriginalFilename())); // HERE',
      '@RequestParam MultipartFile file',
    ),
  ],
  negatives: [
    servlet('    new File("/data", FilenameUtils.getName(request.getParameter("name")));'),
    servlet(`    Path base = Paths.get("/data");
    Path file = base.resolve(request.getParameter("name")).normalize();
    if (!file.startsWith(base)) throw new IllegalArgumentException();
    Files.copy(file, response.getOutputStream());`),
    servlet(`    String name = request.getParameter("name");
    if (name.contains("..") || name.contains("/")) return;
    new FileInputStream("/data/" + name);`),
    method('    new FileInputStream("/data/" + name);', 'String name'),
  ],
};
