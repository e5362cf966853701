/** The subset of OpenAPI 3.1 and JSON Schema used in the API reference. */

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  maxLength?: number;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};

export type JsonContent = { 'application/json': { schema: JsonSchema } };

/** JSON, or a file of any type, by media type. */
export type AnswerContent = Record<string, { schema: JsonSchema }>;

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Set only if it differs from the document's. */
  security?: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: AnswerContent };
  responses: Record<string, Answer | { $ref: string }>;
};

export type Answer = { description: string; content?: AnswerContent };

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    /** Error responses, by the name that operations refer to. */
    responses: Record<string, Answer>;
    securitySchemes: Record<
      string,
      { type: 'apiKey'; in: 'cookie'; name: string } | { type: 'http'; scheme: 'bearer' }
    >;
  };
};
