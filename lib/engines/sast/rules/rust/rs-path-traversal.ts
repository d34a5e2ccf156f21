import type { Rule } from '@scangate/engines/sast/rule';
import { comparesPaths } from './conditions.ts';
import { handler, program } from './samples.ts';

const files = [
  '*.fs.{read,read_to_string,write,remove_file,remove_dir,remove_dir_all,create_dir,create_dir_all,copy,rename,read_dir,hard_link}',
  'fs.{read,read_to_string,write,remove_file,remove_dir,remove_dir_all,create_dir,create_dir_all,copy,rename,read_dir}',
  '*.File.{open,create,create_new}',
  'File.{open,create,create_new}',
  '*.NamedFile.{open,open_async}',
  'NamedFile.{open,open_async}',
  '*.OpenOptions.open',
  '*.OpenOptions.new().open',
];

export const rsPathTraversal: Rule = {
  id: 'rs-path-traversal',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Path built from untrusted input',
  message: 'Untrusted input decides which file is opened: with `..` in it, any file on the server.',
  help: 'Use the file_name of the input, or canonicalize the path and check that it starts with the allowed folder.',
  category: 'path',
  sinks: [{ call: files, args: [0], when: (call) => !comparesPaths(call) }],
  positives: [
    handler('    let text = std::fs::read_to_string(format!("data/{}", p.name))?; // HERE'),
    handler(
      '    let path = Path::new("uploads").join(&p.name);\n    let file = File::open(path)?; // HERE',
      'use std::{fs::File, path::Path};',
    ),
    '#[get("/files/{name:.*}")]\nasync fn file(req: HttpRequest) -> Result<NamedFile> {\n    let path: PathBuf = req.match_info().query("name").parse().unwrap();\n    tokio::fs::remove_file(req.match_info().query("name")).await?; // HERE\n    Ok(index())\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    File::open(q); // HERE\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = std::a::NamedFile::open(format!("data/{}", p.name))?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = std::a::OpenOptions::open(format!("data/{}", p.name))?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = std::a.OpenOptions.new().open(format!("data/{}", p.name))?; // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler(
      '    let name = Path::new(&p.name).file_name().unwrap();\n    std::fs::read(Path::new("data").join(name))?;',
      'use std::path::Path;',
    ),
    handler(
      '    let path = root.join(&p.name).canonicalize()?;\n    if !path.starts_with(&root) { return Err(AppError::Bad); }\n    std::fs::read(path)?;',
    ),
    program('    let text = std::fs::read_to_string("config.toml");'),
  ],
};

export const rsZipSlip: Rule = {
  id: 'rs-zip-slip',
  cwe: 'CWE-22',
  severity: 'high',
  title: 'Archive entry decides where a file is written',
  message: 'An entry named `../../a` is written outside the target folder.',
  help: 'Use enclosed_name, or unpack_in and extract, which refuse such names.',
  category: 'path',
  labels: ['archive'],
  sinks: [{ call: files, args: [0], when: (call) => !comparesPaths(call) }],
  positives: [
    program(
      `    let mut archive = zip::ZipArchive::new(file).unwrap();
    for i in 0..archive.len() {
        let entry = archive.by_index(i).unwrap();
        let mut out = File::create(Path::new("out").join(entry.name())).unwrap(); // HERE
    }`,
      'use std::{fs::File, path::Path};',
    ),
    'use std::{fs::File, path::Path};\nfn run() {\n    let mut archive = zip::ZipArchive::new(file).unwrap();\n    for i in 0..archive.len() {\n        let entry = archive.by_index(i).unwrap();\n        let mut out = NamedFile::open(Path::new("out").join(entry.name())).unwrap(); // HERE\n    }\n}\n',
  ],
  negatives: [
    program(
      `    let entry = archive.by_index(0).unwrap();
    let mut out = File::create(Path::new("out").join(entry.enclosed_name().unwrap())).unwrap();`,
      'use std::{fs::File, path::Path};',
    ),
  ],
};
