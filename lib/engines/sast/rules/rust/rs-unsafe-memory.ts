import type { Call, Rule } from '@scangate/engines/sast/rule';
import { handler, program } from './samples.ts';

export const rsUninitializedMemory: Rule = {
  id: 'rs-uninitialized-memory',
  cwe: 'CWE-908',
  severity: 'medium',
  title: 'Memory is used before it is written',
  message: 'Reading such memory is undefined behavior, and may reveal earlier content.',
  help: 'Use MaybeUninit and write every part, or start with a value (vec![0; n]).',
  words: ['uninitialized', 'set_len', 'assume_init'],
  calls: [
    { call: ['*.mem.uninitialized', 'mem.uninitialized', 'uninitialized'] },
    { call: ['*.MaybeUninit.uninit().assume_init', 'MaybeUninit.uninit().assume_init'] },
    {
      call: ['*.set_len'],
      when: ({ receiver }) => /(?:^|\.)Vec\.with_capacity\(\)$/.test(receiver?.path ?? ''),
    },
  ],
  positives: [
    program('    let buffer: [u8; 64] = unsafe { std::mem::uninitialized() }; // HERE'),
    program(
      '    let mut buffer: Vec<u8> = Vec::with_capacity(64);\n    unsafe { buffer.set_len(64) }; // HERE',
    ),
    '\nfn run() {\n    let buffer: [u8; 64] = unsafe { std::mem::a.MaybeUninit.uninit().assume_init() }; // HERE\n}\n',
    '\nfn run() {\n    let mut buffer: Vec<u8> = Vec::with_capacity(64);\n    unsafe { mem.uninitialized(64) }; // HERE\n}\n',
    '\nfn run() {\n    let mut buffer: Vec<u8> = Vec::with_capacity(64);\n    unsafe { uninitialized(64) }; // HERE\n}\n',
    '\nfn run() {\n    let mut buffer: Vec<u8> = Vec::with_capacity(64);\n    unsafe { MaybeUninit.uninit().assume_init(64) }; // HERE\n}\n',
  ],
  negatives: [
    program('    let buffer = vec![0u8; 64];'),
    program('    unsafe { buffer.set_len(used) };', '', 'buffer: &mut Vec<u8>, used: usize'),
  ],
};

export const rsTransmute: Rule = {
  id: 'rs-transmute',
  cwe: 'CWE-704',
  severity: 'low',
  confidence: 'low',
  title: 'Bits reinterpreted as another type',
  message: 'transmute only checks the size: a wrong type or lifetime is undefined behavior.',
  help: 'Use from_bits, from_ne_bytes, casts or bytemuck, which check.',
  calls: [{ call: ['*.mem.{transmute,transmute_copy}', 'mem.{transmute,transmute_copy}', 'transmute'] }],
  positives: [
    program('    let text: &str = unsafe { std::mem::transmute(bytes) }; // HERE', '', 'bytes: &[u8]'),
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    mem::transmute(q); // HERE\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    transmute(q); // HERE\n}\n',
  ],
  negatives: [program('    let number = f32::from_bits(bits);', '', 'bits: u32')],
};

/** Tells whether an index or length is a number that is parsed from the request. */
const asksForLength = ({ within, at }: Call): boolean =>
  /\.len\(\)|\.min\(|get\(/.test((within?.at ?? at).text);

export const rsUncheckedInput: Rule = {
  id: 'rs-unchecked-input',
  cwe: 'CWE-119',
  severity: 'high',
  title: 'Untrusted input reaches unchecked memory access',
  message: 'Untrusted input is used without bounds checks, so its sender can read or write other memory.',
  help: 'Use the checked functions: get, from_utf8, slices with a verified length.',
  category: 'other',
  sinks: [
    { call: ['*.{from_utf8_unchecked,from_utf8_unchecked_mut}', 'from_utf8_unchecked'] },
    {
      call: [
        '*.slice.{from_raw_parts,from_raw_parts_mut}',
        'slice.{from_raw_parts,from_raw_parts_mut}',
        'from_raw_parts',
      ],
      args: [0, 1],
      when: (call) => !asksForLength(call),
    },
    { call: ['*.{get_unchecked,get_unchecked_mut}'], when: (call) => !asksForLength(call) },
    { call: ['*.CStr.from_ptr', 'CStr.from_ptr'] },
  ],
  positives: [
    handler('    let text = unsafe { String::from_utf8_unchecked(p.bytes) }; // HERE'),
    handler('    let part = unsafe { std::slice::from_raw_parts(pointer, p.size as _) }; // HERE'),
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = unsafe { String::get_unchecked(p.bytes) }; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = unsafe { String::a.CStr.from_ptr(p.bytes) }; // HERE\n    Ok(String::new())\n}\n',
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    from_utf8_unchecked(q); // HERE\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = unsafe { slice.from_raw_parts(p.bytes) }; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = unsafe { from_raw_parts(p.bytes) }; // HERE\n    Ok(String::new())\n}\n',
    'use axum::extract::Query;\n\nasync fn handler(Query(p): Query<Params>) -> Result<String, AppError> {\n    let text = unsafe { CStr.from_ptr(p.bytes) }; // HERE\n    Ok(String::new())\n}\n',
  ],
  negatives: [
    handler('    let text = String::from_utf8(p.bytes)?;'),
    program(
      '    let part = unsafe { std::slice::from_raw_parts(pointer, length) };',
      '',
      'pointer: *const u8, length: usize',
    ),
  ],
};

export const rsDanglingPointer: Rule = {
  id: 'rs-dangling-pointer',
  cwe: 'CWE-416',
  severity: 'medium',
  title: 'Pointer to memory that is freed immediately',
  message: 'The string is freed at the end of the statement, but the pointer to it is used after that.',
  help: 'Bind the CString to a variable that lives as long as the pointer, or use into_raw.',
  words: ['CString'],
  calls: [
    {
      call: ['*.as_ptr'],
      when: ({ at }) =>
        /^(?:[\w:]{0,60}::)?CString::new\(/.test(at.text) && at.parent?.kind === 'let_declaration',
    },
  ],
  positives: [
    program('    let pointer = CString::new("a").unwrap().as_ptr(); // HERE', 'use std::ffi::CString;'),
  ],
  negatives: [
    program(
      '    let text = CString::new("a").unwrap();\n    let pointer = text.as_ptr();',
      'use std::ffi::CString;',
    ),
    program('    puts(CString::new("a").unwrap().as_ptr());', 'use std::ffi::CString;'),
  ],
};
