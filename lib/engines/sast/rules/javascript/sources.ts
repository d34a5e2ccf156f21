import type { Parameter } from '@scangate/engines/sast/ir';
import type { Source } from '@scangate/engines/sast/rule';
import type { Value } from '@scangate/engines/sast/taint/value';
import { pageAddress } from './passages.ts';

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
  {
    description: 'value of the event',
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
    // Its parts, except the path, hold whatever the link says.
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
  { description: 'number that can be guessed', label: 'weak-random', call: ['Math.random'] },
];
