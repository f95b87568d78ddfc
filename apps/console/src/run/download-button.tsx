import { Anchor, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Call, download } from '../gateway/execute.ts';
import { useSession } from '../session/session.tsx';
import { Problem } from '../shell/problem.tsx';

/** Downloads a file, then offers to save it. */
export function DownloadButton({ call, isUsable }: { readonly call: Call; readonly isUsable: boolean }) {
  const { client } = useSession();
  const file = useMutation({
    mutationFn: async () => {
      const { bytes, name } = await download(client, call);
      return { address: URL.createObjectURL(bytes), name: name ?? call.entity, size: bytes.size };
    },
  });
  const { data } = file;
  useEffect(() => () => data && URL.revokeObjectURL(data.address), [data]);
  return (
    <>
      <Button onClick={() => file.mutate()} loading={file.isPending} disabled={!isUsable}>
        Download
      </Button>
      {data !== undefined && (
        <Text size="sm" role="status">
          <Anchor href={data.address} download={data.name} underline="always">
            Save {data.name}
          </Anchor>{' '}
          ({data.size.toLocaleString('en')} bytes)
        </Text>
      )}
      {file.isError && <Problem error={file.error} />}
    </>
  );
}
