import type { Parameter } from '@scangate/engines/sast/ir';
import type { ParameterPlace, Source } from '@scangate/engines/sast/rule';
import { parameterLabel, type Value } from '@scangate/engines/sast/taint/value';
import { pageAddress } from './conditions.ts';

/** Values that the framework parses: text, lists or records, as the sender chooses. */
const parsed = '{query,body,cookies,payload,rawBody,files,file,queryStringParameters}';
/** Values that are always text. */
const written =
  '{params,param,headers,header,originalUrl,url,hostname,host,path,nextUrl,rawHeaders,querystring,href,state}';

const isPageAddress = (value: Value | undefined): boolean =>
  /(?:^|\.)(?:location\.href|document\.(?:URL|documentURI|baseURI))(?:\.toString\(\))?$/.test(
    value?.path ?? '',
  );

const decorators = new Set(['Query', 'Param', 'Body', 'Headers', 'UploadedFile', 'UploadedFiles']);

const isFormData = ({ type }: Parameter): boolean => type === 'FormData';

/** Names of parameters that frameworks fill with objects of their own. */
const ofFrameworks =
  /^(?:_\w{0,30}|req|request|res|response|reply|next|ctx|context|e|ev|evt|event|err|error|cb|callback|done|resolve|reject|app|db|client|conn|connection|pool|knex|sequelize|queryInterface|\$\w{0,30})$/;

/** Recognizes `exports.handler = async (event) => …`: whoever invokes the function chooses the event. */
const isLambdaEvent = ({ target, type }: Parameter, { unit, index }: ParameterPlace): boolean =>
  index === 0 &&
  target.kind === 'name' &&
  target.name === 'event' &&
  /^(?:handler|lambdaHandler|main|lambda_handler)$/.test(unit.name ?? '') &&
  !/S3|Schedule|CloudWatch|Cognito|Mouse|Keyboard/.test(type ?? '');

export const sources: readonly Source[] = [
  {
    description: 'value of the request',
    read: [`{req,request}.${parsed}`, `*.{req,request}.${parsed}`, '{ctx,context}.{query,body}'],
  },
  {
    description: 'value of the request',
    cleans: ['nosql'],
    read: [
      `{req,request}.${written}`,
      `*.{req,request}.${written}`,
      'ctx.{params,headers,header,querystring,url,originalUrl,href,path,host,hostname,cookies}',
      'context.{params,headers}',
    ],
    call: ['{req,request}.{get,header,param,text}', '*.{req,request}.{get,header,param,text}'],
  },
  {
    description: 'value of the request',
    call: ['{req,request}.{json,formData}', '*.{req,request}.{json,formData}'],
  },
  // The runtime passes all lines of an entry as one.
  {
    description: 'value of the event',
    cleans: ['log'],
    words: ['event'],
    parameter: isLambdaEvent,
  },
  {
    description: 'value of the event',
    cleans: ['log'],
    read: [
      'event.{queryStringParameters,multiValueQueryStringParameters,pathParameters,body,headers,rawPath,rawQueryString}',
    ],
  },
  {
    description: 'parameter of the request',
    words: [...decorators],
    parameter: ({ annotations }) => annotations.some(({ name }) => decorators.has(name)),
  },
  { description: 'form data of the request', words: ['FormData'], parameter: isFormData },
  {
    description: 'argument of the query',
    words: ['args'],
    parameter: ({ target }, { unit: { parameters }, index }) =>
      index === 1 &&
      target.kind === 'name' &&
      target.name === 'args' &&
      parameters.length >= 2 &&
      parameters[0]?.target.kind === 'name' &&
      /^_?(?:parent|root|obj|source|_)$/.test(parameters[0].target.name),
  },
  { description: 'message of the socket', read: ['socketMessage'] },
  { description: 'message of another window', read: ['windowMessage.data'] },
  {
    description: pageAddress,
    // The whole URL leads back to this page.
    cleans: ['nosql', 'redirect', 'ssrf'],
    read: [
      'location.href',
      '{window,document,self,top,parent,globalThis}.location.href',
      'document.{URL,documentURI,baseURI}',
    ],
  },
  {
    // Its parts, except the path, are chosen by the author of the link.
    description: pageAddress,
    cleans: ['nosql'],
    call: ['URL', '*.{split,match}'],
    when: ({ receiver, args, created }) =>
      isPageAddress(created ? args[0] : receiver) && !/^[?#/]$/.test(String(args[0]?.constant ?? '')),
  },
  {
    description: pageAddress,
    cleans: ['nosql'],
    read: [
      'location.{hash,search}',
      '{window,document,self,top,parent,globalThis}.location.{hash,search}',
      'document.referrer',
      'window.name',
      '*.snapshot.{queryParams,params,queryParamMap,paramMap,fragment}',
      '*.{route,activatedRoute,$route}.{query,params,queryParams,queryParamMap,paramMap,hash,fragment}',
      'next/router.useRouter().query',
    ],
    call: [
      '*.snapshot.{queryParamMap,paramMap}.get',
      'next/navigation.{useSearchParams,useParams}',
      'react-router-dom.{useSearchParams,useParams,useLocation}',
      'react-router.{useParams,useLocation}',
    ],
  },
  {
    description: 'name of an archive entry',
    label: 'archive',
    read: ['*.{entryName,rawEntryName}', 'archiveEntry.{fileName,path,name,linkname}'],
  },
  {
    description: 'name of an archive entry',
    label: 'archive',
    call: ['Object.{keys,entries}'],
    when: ({ args: [files] }) => /(?:loadAsync|JSZip|jszip)\(\)\.files$/.test(files?.path ?? ''),
  },
  {
    description: 'parameter of the function',
    label: parameterLabel,
    parameter: ({ target, type, rest }) =>
      !rest &&
      target.kind === 'name' &&
      !ofFrameworks.test(target.name) &&
      (type === undefined || /^(?:string|any|unknown|string\[\]|object)\b/.test(type)),
  },
  { description: 'number that can be guessed', label: 'weak-random', call: ['Math.random'] },
];
