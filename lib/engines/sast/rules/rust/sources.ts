import type { Annotation, FunctionUnit, Parameter } from '@scangate/engines/sast/ir';
import type { Source } from '@scangate/engines/sast/rule';
import { parameterLabel } from '@scangate/engines/sast/taint/value';

const routes = /(?:^|\.)(?:get|post|put|delete|patch|head|route)$/;
const has = (annotations: readonly Annotation[], is: RegExp): boolean =>
  annotations.some(({ name }) => is.test(name));

const texts = new Set(['str', 'String']);
const wholeBody = /(?:^|\.)(?:Bytes|RawQuery|HeaderMap|Multipart|RawForm|OriginalUri)$/;

/** The parameters of a route that hold text: Rocket binds them by name, Actix and Axum pass the body. */
const isBound = ({ type = '' }: Parameter, { annotations }: FunctionUnit): boolean =>
  has(annotations, routes) && (texts.has(type) || wholeBody.test(type));

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    words: [
      'Query',
      'Path',
      'Json',
      'Form',
      'Qs',
      'TypedHeader',
      'MultipartForm',
      'Multipart',
      'get',
      'post',
      'put',
      'delete',
      'patch',
      'route',
      'HeaderMap',
      'RawQuery',
    ],
    parameter: (parameter, { unit }) =>
      parameter.annotations.length > 0 || wholeBody.test(parameter.type ?? '') || isBound(parameter, unit),
  },
  {
    description: 'value of the request',
    call: [
      '{HttpRequest,actix_web.HttpRequest,req,request}.{match_info,query_string,headers,cookie,cookies,uri,full_url,path}',
      '{ServiceRequest,actix_web.dev.ServiceRequest}.{match_info,query_string,headers,cookie,uri}',
      '{Request,axum.extract.Request,http.Request,hyper.Request,axum.http.Request}.{uri,headers,body,into_body}',
      '{web.Query,actix_web.web.Query,Query}.from_query',
    ],
  },
  {
    description: 'parameter of the function',
    label: parameterLabel,
    words: [
      'Command',
      'query',
      'sql_query',
      'execute',
      'prepare',
      'batch_execute',
      'execute_batch',
      'query_row',
      'query_drop',
    ],
    parameter: ({ type, annotations }) => type !== undefined && texts.has(type) && annotations.length === 0,
  },
  {
    description: 'name of an archive entry',
    label: 'archive',
    call: [
      '*.{by_index,by_name,by_index_decrypt}().{name,name_raw,mangled_name}',
      '{ZipFile,zip.read.ZipFile,zip_file}.name',
      '{tar.Entry,Entry}.path',
      '*.entries().path',
    ],
  },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      'fastrand.{u8,u16,u32,u64,u128,usize,i32,i64,f32,f64,alphanumeric,char,bool}',
      '*.{SmallRng,StdRng,Xoshiro256PlusPlus,Pcg32,Pcg64}.{seed_from_u64,from_seed}',
      '{SmallRng,StdRng}.{seed_from_u64,from_seed}',
      '*.SmallRng.{from_entropy,from_rng}',
      'SmallRng.{from_entropy,from_rng}',
      'oorandom.{Rand32,Rand64}.new',
    ],
  },
];
