import { z } from 'zod';
import { utcDay } from '~/domain/calendar/calendar-date';
import { LayerQuery } from '~/schemas/books/aro-layer';
import { ListedLayerView } from '~/schemas/books/layer-views';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { csvResponse } from '~/server/csv-response.server';
import { listResponse } from '~/server/list-response.server';
import { streamedListResponse } from '~/server/streamed-list-response.server';
import { listAllLayers, listLayers } from '~/services/books/aro-layer.server';
import { LAYER_COLUMNS, readLayerCells } from '~/services/books/layer-file.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List layers',
      response: z.array(ListedLayerView),
      details: '`format=csv` returns a CSV file of all matching layers and ignores `limit` and `cursor`.',
    },
    guard: requireCompany,
    search: LayerQuery,
    limit: ({ search }) => (search.format === 'csv' || !search.limit ? 'exports' : null),
    run: async ({ ctx, search, request }) => {
      if (search.format === 'csv') {
        const name = `aro-detail-${utcDay(ctx.now)}.csv`;
        return csvResponse(name, LAYER_COLUMNS, readLayerCells(ctx, search), (cells) => cells);
      }
      if (!search.limit) return streamedListResponse(listAllLayers(ctx, search));
      const { items, nextCursor } = await listLayers(ctx, search);
      return listResponse(request, items, nextCursor);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
