import type { Rule } from '@scangate/engines/sast/rule';
import { cleartextText, isCleartext } from '../cleartext.ts';
import { hasFixedHost, isNamed } from './conditions.ts';
import { handler, program } from './samples.ts';

const calls = [
  'reqwest.{get,blocking.get}',
  'reqwest.blocking.get',
  'ureq.{get,post,put,delete}',
  'surf.{get,post}',
  'minreq.{get,post}',
  'isahc.{get,get_async}',
];
const methods = ['*.{get,post,put,delete,patch,head}'];
const client =
  /(?:^|[._ ])(?:http_?|api_?|reqwest_?)?(?:client|agent)(?:\(\))?(?:\.new\(\))? ?$|reqwest\.Client /i;

export const rsSsrf: Rule = {
  id: 'rs-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'Untrusted input decides which host this service contacts, so that it can reach internal services.',
  help: 'Only call hosts on an allow list, and put untrusted input into the path or the query of a fixed address.',
  category: 'ssrf',
  sinks: [
    { call: calls, unless: hasFixedHost },
    {
      call: methods,
      when: ({ receiver }) => isNamed(receiver, client) && !isNamed(receiver, /redis|cache|s3|test/i),
      unless: hasFixedHost,
    },
    {
      call: ['*.request'],
      args: [1],
      when: ({ receiver }) => isNamed(receiver, client),
      unless: hasFixedHost,
    },
    { call: ['*.TcpStream.connect', 'TcpStream.connect'], unless: hasFixedHost },
  ],
  positives: [
    handler('    let text = reqwest::get(&p.url).await?.text().await?; // HERE'),
    handler('    let answer = client.post(format!("http://{}/hook", p.host)).send().await?; // HERE'),
    handler(
      '    let answer = Client::new().get(p.url.as_str()).send().await?; // HERE',
      'use reqwest::Client;',
    ),
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let answer = ureq::get(format!("http://{}/hook", p.host)).send().await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let answer = surf::get(format!("http://{}/hook", p.host)).send().await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let answer = minreq::get(format!("http://{}/hook", p.host)).send().await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let answer = isahc::get(format!("http://{}/hook", p.host)).send().await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = a::TcpStream::connect(&p.url).await?.text().await?; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = TcpStream::connect(&p.url).await?.text().await?; // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler('    let answer = client.get(format!("https://api.example.com/users/{}", p.id)).send().await?;'),
    handler('    let answer = client.get(format!("{}/users/{}", BASE, p.id)).send().await?;'),
    handler('    let value = map.get(&p.name);'),
  ],
};

export const rsCleartextRequest: Rule = {
  id: 'rs-cleartext-request',
  ...cleartextText,
  calls: [
    { call: calls, when: ({ args: [address] }) => isCleartext(address) },
    {
      call: methods,
      when: ({ args: [address], receiver }) => isNamed(receiver, client) && isCleartext(address),
    },
  ],
  positives: [program('    reqwest::blocking::get("http://api.example.com/users"); // HERE')],
  negatives: [
    program('    reqwest::blocking::get("https://api.example.com/users");'),
    program('    reqwest::blocking::get("http://localhost:8080/users");'),
  ],
};
