// Generated from src/contract and src/failure.ts by `npm run client:types`; a test compares them.

export interface Analytics {
  /** Identifier of the job. */
  readonly job_id: string;
  readonly status: JobStatus;
  /** The player and the beatmap. */
  readonly identity: {
    /** Name of the player. */
    readonly username: string;
    /** MD5 of the beatmap, in hex digits. */
    readonly beatmap_hash: string;
    /** Always "osu!standard". */
    readonly game_mode: string;
  };
  /** The result of the play. */
  readonly performance: {
    /** Total score. */
    readonly score: number;
    /** Maximum combo. */
    readonly max_combo: number;
    /** Whether the play is a full combo, as the replay states. */
    readonly perfect: boolean;
    /** Acronyms of the mods, for example HD and DT. */
    readonly mods: readonly string[];
    /** Performance points; 0.0 until a worker has read the beatmap. */
    readonly pp_earned: number;
  };
  /** Numbers of judgements. */
  readonly hit_counts: {
    /** Number of 300s. */
    readonly '300s': number;
    /** Number of 100s. */
    readonly '100s': number;
    /** Number of 50s. */
    readonly '50s': number;
    /** Number of misses. */
    readonly misses: number;
    /** Number of combos with only 300s. */
    readonly geki: number;
    /** Number of combos without 50s and misses. */
    readonly katu: number;
  };
  /** The health bar as recorded in the replay. */
  readonly life_bar: readonly {
    /** Song time in milliseconds. */
    readonly time: number;
    /** Health, from 0 to 1. */
    readonly health: number;
  }[];
  /** Cursor positions and pressed keys, in the order of the file. */
  readonly frames: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Distance from the left edge of the playfield, in osu! pixels. */
    readonly x: number;
    /** Distance from the top edge of the playfield, in osu! pixels. */
    readonly y: number;
    /** Bit field of the pressed keys: M1 is 1, M2 is 2, K1 is 4, K2 is 8, smoke is 16. */
    readonly keys: number;
  }[];
  /** Accuracy of the judged play, from 0 to 1. */
  readonly accuracy?: number;
  /** Unstable rate: ten times the standard deviation of the hit errors, in song time. */
  readonly unstable_rate?: number;
  /** Timing at the original speed of the song, as the video shows it; null if nothing was hit. */
  readonly timing?: {
    /** Unstable rate. */
    readonly unstable_rate: number;
    /** Mean error of the early hits in milliseconds; null if there are none. */
    readonly early: number | null;
    /** Mean error of the other hits in milliseconds; null if there are none. */
    readonly late: number | null;
  } | null;
  /** Mean errors of the early hits and of the others, in song time. */
  readonly hit_error_average?: {
    /** Mean error of the early hits in milliseconds, negative; null if there are none. */
    readonly early: number | null;
    /** Mean error of the other hits in milliseconds; null if there are none. */
    readonly late: number | null;
  };
  /** Every hit by a key press, without misses. */
  readonly hits?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Hit error in milliseconds; negative is early. */
    readonly error: number;
    /** Horizontal offset of the cursor from the centre of the circle, in osu! pixels. */
    readonly x: number;
    /** Vertical offset of the cursor from the centre of the circle, in osu! pixels. */
    readonly y: number;
  }[];
  /** Every miss. */
  readonly missed?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Horizontal position of the object, in osu! pixels. */
    readonly x: number;
    /** Vertical position of the object, in osu! pixels. */
    readonly y: number;
    /** Index of the object in the map. */
    readonly object: number;
    /** The cursor at the press that missed, or at the time of the object if no key was pressed; absent for spinners. */
    readonly aim?: {
      /** Horizontal offset from the centre of the object, in osu! pixels. */
      readonly x: number;
      /** Vertical offset from the centre of the object, in osu! pixels. */
      readonly y: number;
    };
  }[];
  /** Accuracy after every change. */
  readonly accuracy_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Accuracy from this time on, from 0 to 1. */
    readonly accuracy: number;
  }[];
  /** Performance points after every change; empty if the difficulty of the map cannot be calculated. */
  readonly pp_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Performance points from this time on. */
    readonly pp: number;
  }[];
  /** Combo after every change. */
  readonly combo_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Combo from this time on. */
    readonly combo: number;
  }[];
  /** Score after every change, as the rules of the play count it. */
  readonly score_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Score from this time on. */
    readonly score: number;
  }[];
  /** Strain of every section; empty if the difficulty of the map cannot be calculated. */
  readonly strain_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Peak aim strain of the section that starts here. */
    readonly aim: number;
    /** Peak speed strain of the section that starts here. */
    readonly speed: number;
  }[];
  /** The breaks of the map. */
  readonly breaks?: readonly {
    /** Song time of the start. */
    readonly start: number;
    /** Song time of the end. */
    readonly end: number;
  }[];
  /** Song time at which the intro ends, one second or more before the first object appears; null if it is short. */
  readonly intro_ends_at?: number | null;
  /** Periods of the play that are worth watching by themselves, by kind, then in order of time. */
  readonly moments?: readonly ({
    /** Why it is worth watching, as the setting `moments` names it. */
    readonly kind: 'mistakes' | 'hardest' | 'best' | 'highlights' | 'first_miss';
    /** Song time of the start. */
    readonly start: number;
    /** Song time of the end. */
    readonly end: number;
  })[];
  /** Radius of the circles in osu! pixels, with the mods applied. */
  readonly circle_radius?: number;
  /** The largest hit error for each judgement, in milliseconds of song time, with the mods applied. */
  readonly hit_windows?: {
    /** For a 300. */
    readonly great: number;
    /** For a 100. */
    readonly ok: number;
    /** For a 50. */
    readonly meh: number;
  };
  /** Milliseconds of song time per millisecond of real time, by the mods. */
  readonly clock_rate?: number;
  /** Every judgement below the best one and every slider break, with its cause and cost, in order of time. */
  readonly mistakes?: readonly Mistake[];
  /** How the play was aimed, timed and pressed, by movement, tempo and key. What a mod played is null. */
  readonly habits?: Habits;
  /** Relation of song time to video time. */
  readonly video?: {
    /** Song time of the first frame. */
    readonly starts_at: number;
    /** Milliseconds of song time per millisecond of video. */
    readonly clock_rate: number;
    /** The periods of the song that a video of moments shows one after another. Absent if there is one. */
    readonly pieces?: readonly {
      /** Song time of the start. */
      readonly starts_at: number;
      /** Song time of the end. */
      readonly ends_at: number;
      /** Time of the video at which it starts, in milliseconds. */
      readonly video_starts_at: number;
    }[];
  };
  /** All players of a video of several replays, the first one included, in the order of the replays. Absent for one replay. */
  readonly players?: readonly PlayerAnalytics[];
}

export interface ArtifactLinks {
  /** Path of the video, which exists once the job is completed. */
  readonly video_url: string;
  /** Path of the thumbnail, which exists once the job is completed. */
  readonly thumbnail_url: string;
  /** Path of the animation, which exists once the job is completed; null if none was requested. */
  readonly preview_url: string | null;
  /** Path of the log, which can be read during the render. */
  readonly logs_url: string;
  /** Path of the analytics. */
  readonly analytics_url: string;
}

export interface FieldError {
  /** Name of the field. */
  readonly field: string;
  /** What is wrong with it. */
  readonly message: string;
}

export interface Habits {
  /** Offsets of the cursor from the centre at each hit; null with Autopilot. */
  readonly aim: {
    /** Number of hits. */
    readonly hits: number;
    /** Mean radius of the circles, in osu! pixels; null without hits. */
    readonly circle_radius: number | null;
    /** Offset of the cursor to the right of the centre. */
    readonly x: {
      /** Mean in osu! pixels; null without hits. */
      readonly mean: number | null;
      /** Standard deviation in osu! pixels; null with fewer than two hits. */
      readonly deviation: number | null;
    };
    /** Offset of the cursor below the centre. */
    readonly y: {
      /** Mean in osu! pixels; null without hits. */
      readonly mean: number | null;
      /** Standard deviation in osu! pixels; null with fewer than two hits. */
      readonly deviation: number | null;
    };
    /** Aim relative to the movement from the object before. */
    readonly movement: {
      /** Number of hits. */
      readonly hits: number;
      /** Offset along the movement: positive beyond the centre, negative short of it. */
      readonly along: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
      /** Offset across the movement: positive to its right, negative to its left. */
      readonly across: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
    };
    /** Aim by the direction of the movement, in eight directions. */
    readonly by_direction: readonly ({
      /** Direction in degrees, clockwise; 0 is a movement to the right. */
      readonly direction: number;
      /** Number of hits. */
      readonly hits: number;
      /** Offset along the movement: positive beyond the centre, negative short of it. */
      readonly along: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
      /** Offset across the movement: positive to its right, negative to its left. */
      readonly across: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
    })[];
    /** Aim by the distance from the object before, in osu! pixels. */
    readonly by_spacing: readonly ({
      /** The smallest value. */
      readonly from: number;
      /** The value that is no longer included; null without a limit. */
      readonly to: number | null;
      /** Number of hits. */
      readonly hits: number;
      /** Offset along the movement: positive beyond the centre, negative short of it. */
      readonly along: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
      /** Offset across the movement: positive to its right, negative to its left. */
      readonly across: {
        /** Mean in osu! pixels; null without hits. */
        readonly mean: number | null;
        /** Standard deviation in osu! pixels; null with fewer than two hits. */
        readonly deviation: number | null;
      };
    })[];
  } | null;
  /** Hit errors in real time; null with Relax. */
  readonly timing: {
    /** Number of hits. */
    readonly hits: number;
    /** Mean hit error in real milliseconds, negative if early; null without hits. */
    readonly mean: number | null;
    /** Unstable rate in real time; null with fewer than two hits. */
    readonly unstable_rate: number | null;
    /** Timing by the distance from the object before, in osu! pixels. */
    readonly by_spacing: readonly ({
      /** The smallest value. */
      readonly from: number;
      /** The value that is no longer included; null without a limit. */
      readonly to: number | null;
      /** Number of hits. */
      readonly hits: number;
      /** Mean hit error in real milliseconds, negative if early; null without hits. */
      readonly mean: number | null;
      /** Unstable rate in real time; null with fewer than two hits. */
      readonly unstable_rate: number | null;
    })[];
    /** Timing by tempo: the BPM at which the interval since the object before is a quarter of a beat. */
    readonly by_tempo: readonly ({
      /** The smallest value. */
      readonly from: number;
      /** The value that is no longer included; null without a limit. */
      readonly to: number | null;
      /** Number of hits. */
      readonly hits: number;
      /** Mean hit error in real milliseconds, negative if early; null without hits. */
      readonly mean: number | null;
      /** Unstable rate in real time; null with fewer than two hits. */
      readonly unstable_rate: number | null;
    })[];
    /** Timing over the play, from 0 at the first object of the map to 1 at the last. */
    readonly over_play: readonly ({
      /** The smallest value. */
      readonly from: number;
      /** The value that is no longer included; null without a limit. */
      readonly to: number | null;
      /** Number of hits. */
      readonly hits: number;
      /** Mean hit error in real milliseconds, negative if early; null without hits. */
      readonly mean: number | null;
      /** Unstable rate in real time; null with fewer than two hits. */
      readonly unstable_rate: number | null;
    })[];
  } | null;
  /** Presses and hit errors of each key; null with Relax. */
  readonly keys: {
    /** The left key or button. */
    readonly left: {
      /** Number of presses, also of those that hit nothing. */
      readonly presses: number;
      /** Number of hits. */
      readonly hits: number;
      /** Mean hit error in real milliseconds, negative if early; null without hits. */
      readonly mean: number | null;
      /** Unstable rate in real time; null with fewer than two hits. */
      readonly unstable_rate: number | null;
    };
    /** The right key or button. */
    readonly right: {
      /** Number of presses, also of those that hit nothing. */
      readonly presses: number;
      /** Number of hits. */
      readonly hits: number;
      /** Mean hit error in real milliseconds, negative if early; null without hits. */
      readonly mean: number | null;
      /** Unstable rate in real time; null with fewer than two hits. */
      readonly unstable_rate: number | null;
    };
  } | null;
}

export interface Job {
  /** Identifier of the job. */
  readonly job_id: string;
  readonly status: JobStatus;
  /** Progress in percent; 100.0 when completed. */
  readonly progress: number;
  /** "Artist - Title [Difficulty]"; empty until a worker has read the beatmap. */
  readonly map_title: string;
  /** The same in the original script, such as Japanese; the same text if the beatmap has no other title. */
  readonly map_title_unicode: string;
  /** MD5 of the beatmap, from the replay; see GET /v1/beatmaps/{md5}/cover. */
  readonly 'beatmap_md5': string;
  /** Name of the player, from the replay. */
  readonly player: string;
  /** What else the replay tells about the play; null for jobs that an older version of the service created. */
  readonly play: Play | null;
  /** All players of a video of several replays, in the order of the replays; the first one is also `player`. Absent for a job of one replay. */
  readonly players?: readonly JobPlayer[];
  /** The failed job that this job retries; null if it retries none. */
  readonly retry_of: string | null;
  /** Whether the client of this request submitted the job, and may therefore cancel, retry or remove it. */
  readonly is_mine: boolean;
  /** What the client submitted as `metadata`; null if it submitted none, and for all other clients. */
  readonly metadata: unknown;
  /** Time of the submission, ISO 8601 in UTC. */
  readonly created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string;
  /** Error message; null without an error. A generic text unless the service runs with DEBUG. */
  readonly error_message: string | null;
  /** Stable error code; see [all errors](/guide/errors). Null without an error. */
  readonly error_code: string | null;
  /** Explanation of error_code; null without an error. */
  readonly error_hint: string | null;
  /** The submitted settings and the statistics of the play. */
  readonly config: JobConfig;
  /** Whether the analytics are available. They contain the judged play as soon as the job has a map_title. */
  readonly has_analytics: boolean;
  /** When the video, thumbnail, animation, log and analytics were removed to free space; null if they were not. */
  readonly purged_at: string | null;
  /** Paths of the files that the job produces. */
  readonly artifacts: ArtifactLinks;
  /** Current stage. waiting: the job is queued. downloading: as the status. preparing: the worker reads the beatmap and judges the replay. rendering: it draws frames. finishing: it completes the file. storing: it uploads the artifacts. null: the job is finished. */
  readonly stage: 'waiting' | 'downloading' | 'preparing' | 'rendering' | 'finishing' | 'storing' | null;
  /** Position in the queue; 1 is the next job. null if the job is not queued. */
  readonly queue_position: number | null;
  /** Estimated time until the job starts, in seconds; null if not known, or if the job is not queued. */
  readonly starts_in_seconds: number | null;
  /** Rendering speed in frames per second; null unless frames are being drawn. */
  readonly frames_per_second: number | null;
  /** Estimated time until the last frame, in seconds; null if not known. */
  readonly seconds_left: number | null;
  /** Number of the current attempt; 0 before the first. */
  readonly attempt: number;
}

export interface JobConfig {
  /** Name of a skin, as listed by GET /v1/skins. */
  readonly skin: string;
  /** Background dim: 0 shows the full image, 1 is black. */
  readonly bg_dim: number;
  /** Video size: 1920×1080 or 3840×2160. */
  readonly resolution: '1080p' | '4k';
  /** Blend several moments into each frame. */
  readonly motion_blur: boolean;
  /** Show the beatmap's storyboard. */
  readonly storyboard: boolean;
  /** Show the beatmap's background video. */
  readonly video: boolean;
  /** Let slider bodies grow as they appear. */
  readonly snaking_in: boolean;
  /** Let slider bodies shrink behind the slider ball. */
  readonly snaking_out: boolean;
  /** Show the hit error meter. */
  readonly hit_error_meter: boolean;
  /** Show the pressed keys. */
  readonly key_overlay: boolean;
  /** The settings that the client submitted in the form field `settings`. */
  readonly settings: TogetherSettings;
  /** Statistics of the play. */
  readonly replay_stats: ReplayStats;
}

export interface JobCreated {
  /** Identifier of the job. */
  readonly job_id: string;
  /** A new job is always queued. */
  readonly status: 'queued';
  /** Links to related resources. */
  readonly links: {
    /** Path of the job, which the client can poll to follow the render. */
    readonly status: string;
  };
}

export interface JobEnd {
  /** Identifier of the job. */
  readonly job_id: string;
  /** How the job ended. */
  readonly status: 'completed' | 'failed';
}

export interface JobList {
  /** Number of jobs that match the query, on all pages. */
  readonly total: number;
  /** The jobs of this page, newest first. */
  readonly jobs: readonly Job[];
  /** The cursor of the next page; null on the last one. Only in the answer to a request with cursor, player, beatmap, replay, ids or created_after. */
  readonly next_cursor?: string | null;
}

export interface JobPlayer {
  /** Name of the player, from the replay. */
  readonly player: string;
  /** What else the replay tells about the play. */
  readonly play: {
    /** Acronyms of the mods in the order of the game, such as HD and DT; NC replaces DT, and PF replaces SD. */
    readonly mods: readonly string[];
    /** Speed of the song: 1.5 with DT, 1 without a mod that changes it, or what lazer was set to. */
    readonly speed: number;
    /** Grade: X is shown as SS, H marks the silver grades of Hidden and Flashlight, and F is a failed play. Null for a replay without hit counts. */
    readonly grade: 'XH' | 'X' | 'SH' | 'S' | 'A' | 'B' | 'C' | 'D' | 'F' | null;
    /** Accuracy in percent with two decimals, as the client shows it: stable rounds, lazer rounds down. Null for a replay without hit counts. */
    readonly accuracy: number | null;
    /** Score. */
    readonly score: number;
    /** When it was played, ISO 8601 in UTC; null if the replay has no valid date. */
    readonly played_at: string | null;
    /** The client that recorded the play, whose rules apply. */
    readonly client: 'stable' | 'lazer';
  };
  /** Path of the replay. */
  readonly replay_url: string;
}

/** queued: waiting for a worker. downloading: a worker downloads the replay, the beatmap and the skin. rendering: a worker renders the video. completed: the artifacts are available. failed: see error_code, error_hint and error_message. */
export type JobStatus = 'queued' | 'downloading' | 'rendering' | 'completed' | 'failed';

export interface Mistake {
  /** Index of the object in the map. */
  readonly object: number;
  /** What was judged; "slider" and "spinner" are whole objects. */
  readonly part: 'circle' | 'head' | 'tick' | 'repeat' | 'end' | 'slider' | 'spinner';
  /** Song time of the judgement in milliseconds. */
  readonly time: number;
  /** The result: 100, 50 or a miss. */
  readonly result: 'ok' | 'meh' | 'miss';
  /** Why. The rules MC1 to MC19 define each cause. */
  readonly cause: MistakeCause;
  /** Time of the press minus time of the object; negative is early. */
  readonly error_ms?: number;
  /** Distance of the cursor from the centre of the circle or of the slider ball, in osu! pixels. */
  readonly distance_px?: number;
  /** Where the cursor was relative to the movement from the object before, in degrees: 0 is beyond the object, 180 short of it, 90 to the right of the movement, -90 to the left. */
  readonly direction?: number;
  /** Index of the object that locked this one, or that took the press. */
  readonly blocked_by?: number;
  /** The press that decided; absent if none did. */
  readonly press?: {
    /** Song time in milliseconds. */
    readonly time: number;
    /** Horizontal position of the cursor, in osu! pixels. */
    readonly x: number;
    /** Vertical position of the cursor, in osu! pixels. */
    readonly y: number;
  };
  /** The cursor at the moment that decided. */
  readonly cursor?: {
    /** Song time in milliseconds. */
    readonly time: number;
    /** Horizontal position of the cursor, in osu! pixels. */
    readonly x: number;
    /** Vertical position of the cursor, in osu! pixels. */
    readonly y: number;
  };
  /** Whether the key was released, for a slider that was left. */
  readonly released?: boolean;
  /** The turns of a spinner. */
  readonly spins?: {
    /** Number of turns. */
    readonly turns: number;
    /** Number of turns that the best result takes. */
    readonly required: number;
    /** Mean speed in turns per minute. */
    readonly rpm: number;
  };
  /** The combo that the mistake broke; 0 if it broke none. */
  readonly combo_lost: number;
  /** The pp of the play if this mistake alone had not been made, minus the pp of the play; null if the difficulty of the map cannot be calculated. */
  readonly pp_lost: number | null;
}

export type MistakeCause = 'timing' | 'aim' | 'no-press' | 'missed-both' | 'note-lock' | 'too-early' | 'extra-press' | 'slider-left' | 'slider-late-head' | 'spinner-short' | 'unknown';

export interface Play {
  /** Acronyms of the mods in the order of the game, such as HD and DT; NC replaces DT, and PF replaces SD. */
  readonly mods: readonly string[];
  /** Speed of the song: 1.5 with DT, 1 without a mod that changes it, or what lazer was set to. */
  readonly speed: number;
  /** Grade: X is shown as SS, H marks the silver grades of Hidden and Flashlight, and F is a failed play. Null for a replay without hit counts. */
  readonly grade: 'XH' | 'X' | 'SH' | 'S' | 'A' | 'B' | 'C' | 'D' | 'F' | null;
  /** Accuracy in percent with two decimals, as the client shows it: stable rounds, lazer rounds down. Null for a replay without hit counts. */
  readonly accuracy: number | null;
  /** Score. */
  readonly score: number;
  /** When it was played, ISO 8601 in UTC; null if the replay has no valid date. */
  readonly played_at: string | null;
  /** The client that recorded the play, whose rules apply. */
  readonly client: 'stable' | 'lazer';
  /** Seconds from the first object to the end of the last one, at the speed of the play; null until a worker has read the beatmap. */
  readonly length_seconds: number | null;
}

export interface PlayerAnalytics {
  /** The player and the beatmap. */
  readonly identity: {
    /** Name of the player. */
    readonly username: string;
    /** MD5 of the beatmap, in hex digits. */
    readonly beatmap_hash: string;
    /** Always "osu!standard". */
    readonly game_mode: string;
  };
  /** The result of the play. */
  readonly performance: {
    /** Total score. */
    readonly score: number;
    /** Maximum combo. */
    readonly max_combo: number;
    /** Whether the play is a full combo, as the replay states. */
    readonly perfect: boolean;
    /** Acronyms of the mods, for example HD and DT. */
    readonly mods: readonly string[];
    /** Performance points; 0.0 until a worker has read the beatmap. */
    readonly pp_earned: number;
  };
  /** Numbers of judgements. */
  readonly hit_counts: {
    /** Number of 300s. */
    readonly '300s': number;
    /** Number of 100s. */
    readonly '100s': number;
    /** Number of 50s. */
    readonly '50s': number;
    /** Number of misses. */
    readonly misses: number;
    /** Number of combos with only 300s. */
    readonly geki: number;
    /** Number of combos without 50s and misses. */
    readonly katu: number;
  };
  /** Accuracy of the judged play, from 0 to 1. */
  readonly accuracy?: number;
  /** Unstable rate: ten times the standard deviation of the hit errors, in song time. */
  readonly unstable_rate?: number;
  /** Timing at the original speed of the song, as the video shows it; null if nothing was hit. */
  readonly timing?: {
    /** Unstable rate. */
    readonly unstable_rate: number;
    /** Mean error of the early hits in milliseconds; null if there are none. */
    readonly early: number | null;
    /** Mean error of the other hits in milliseconds; null if there are none. */
    readonly late: number | null;
  } | null;
  /** Mean errors of the early hits and of the others, in song time. */
  readonly hit_error_average?: {
    /** Mean error of the early hits in milliseconds, negative; null if there are none. */
    readonly early: number | null;
    /** Mean error of the other hits in milliseconds; null if there are none. */
    readonly late: number | null;
  };
  /** Every hit by a key press, without misses. */
  readonly hits?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Hit error in milliseconds; negative is early. */
    readonly error: number;
    /** Horizontal offset of the cursor from the centre of the circle, in osu! pixels. */
    readonly x: number;
    /** Vertical offset of the cursor from the centre of the circle, in osu! pixels. */
    readonly y: number;
  }[];
  /** Every miss. */
  readonly missed?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Horizontal position of the object, in osu! pixels. */
    readonly x: number;
    /** Vertical position of the object, in osu! pixels. */
    readonly y: number;
    /** Index of the object in the map. */
    readonly object: number;
    /** The cursor at the press that missed, or at the time of the object if no key was pressed; absent for spinners. */
    readonly aim?: {
      /** Horizontal offset from the centre of the object, in osu! pixels. */
      readonly x: number;
      /** Vertical offset from the centre of the object, in osu! pixels. */
      readonly y: number;
    };
  }[];
  /** Accuracy after every change. */
  readonly accuracy_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Accuracy from this time on, from 0 to 1. */
    readonly accuracy: number;
  }[];
  /** Performance points after every change; empty if the difficulty of the map cannot be calculated. */
  readonly pp_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Performance points from this time on. */
    readonly pp: number;
  }[];
  /** Combo after every change. */
  readonly combo_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Combo from this time on. */
    readonly combo: number;
  }[];
  /** Score after every change, as the rules of the play count it. */
  readonly score_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Score from this time on. */
    readonly score: number;
  }[];
  /** Strain of every section; empty if the difficulty of the map cannot be calculated. */
  readonly strain_over_time?: readonly {
    /** Song time in milliseconds. */
    readonly t: number;
    /** Peak aim strain of the section that starts here. */
    readonly aim: number;
    /** Peak speed strain of the section that starts here. */
    readonly speed: number;
  }[];
  /** The breaks of the map. */
  readonly breaks?: readonly {
    /** Song time of the start. */
    readonly start: number;
    /** Song time of the end. */
    readonly end: number;
  }[];
  /** Song time at which the intro ends, one second or more before the first object appears; null if it is short. */
  readonly intro_ends_at?: number | null;
  /** Periods of the play that are worth watching by themselves, by kind, then in order of time. */
  readonly moments?: readonly ({
    /** Why it is worth watching, as the setting `moments` names it. */
    readonly kind: 'mistakes' | 'hardest' | 'best' | 'highlights' | 'first_miss';
    /** Song time of the start. */
    readonly start: number;
    /** Song time of the end. */
    readonly end: number;
  })[];
  /** Radius of the circles in osu! pixels, with the mods applied. */
  readonly circle_radius?: number;
  /** The largest hit error for each judgement, in milliseconds of song time, with the mods applied. */
  readonly hit_windows?: {
    /** For a 300. */
    readonly great: number;
    /** For a 100. */
    readonly ok: number;
    /** For a 50. */
    readonly meh: number;
  };
  /** Milliseconds of song time per millisecond of real time, by the mods. */
  readonly clock_rate?: number;
  /** Every judgement below the best one and every slider break, with its cause and cost, in order of time. */
  readonly mistakes?: readonly Mistake[];
  /** How the play was aimed, timed and pressed, by movement, tempo and key. What a mod played is null. */
  readonly habits?: Habits;
  /** Final place of the player, from 1. Absent if the video does not compare its players. */
  readonly place?: number;
  /** Song time at which the player left a knockout; null for those who play to the end. Absent without a knockout. */
  readonly dropped_out_at?: number | null;
}

export interface ReplayStats {
  /** Number of 300s. */
  readonly '300s': number;
  /** Number of 100s. */
  readonly '100s': number;
  /** Number of 50s. */
  readonly '50s': number;
  /** Number of misses. */
  readonly misses: number;
  /** Maximum combo. */
  readonly max_combo: number;
  /** Star rating of the beatmap as a decimal string; "0.00" until a worker has read the beatmap. */
  readonly star_rating: string;
  /** Performance points; 0.0 until a worker has read the beatmap. */
  readonly pp: number;
}

export interface Settings {
  /** Video size. Overrides the form field of the same name, which offers only 1080p and 4k. Default: null. */
  readonly resolution?: '480p' | '720p' | '1080p' | '4k' | null;
  /** Render an upright 9:16 video, with the whole playfield in the middle. Default: false. */
  readonly vertical?: boolean;
  /** Frames per second. Default: 60. */
  readonly fps?: 30 | 60 | 120;
  /** Playback speed, as a multiple of the speed of the play. The pitch of the song does not change. Default: 1. */
  readonly speed?: number;
  /** Start the video at this time of the song, in seconds. Default: null. */
  readonly clip_start?: number | null;
  /** End the video at this time of the song, in seconds. Default: null. */
  readonly clip_end?: number | null;
  /** Show only moments of the play: each mistake with two seconds before and after it (mistakes), the hardest 20 seconds (hardest), the longest hard passage without a mistake (best), hard parts that are cut on the beat (highlights), or the first miss (first_miss). With clip_start or clip_end, only those of the clip. Not for several replays. Default: null. */
  readonly moments?: 'mistakes' | 'hardest' | 'best' | 'highlights' | 'first_miss' | null;
  /** Maximum length of a video of highlights. Default: 30. */
  readonly highlights_seconds?: number;
  /** Start a few beats before the first object, where the game lets players skip to. Default: false. */
  readonly skip_intro?: boolean;
  /** End with the results screen. Default: true. */
  readonly result_screen?: boolean;
  /** Continue after the play has failed, as with No Fail. Objects without replay input are misses. Default: false. */
  readonly ignore_fail?: boolean;
  /** Maximum size of the video in megabytes, such as 10 for a chat. Lowers the quality, and if necessary the resolution. Default: null. */
  readonly target_size_mb?: number | null;
  /** Also create a four-second animation without sound. Default: null. */
  readonly preview?: 'gif' | 'webp' | null;
  /** Overall volume: 0 is silent, 1 is -14 LUFS. Default: 1. */
  readonly volume?: number;
  /** Volume of the song. Default: 1. */
  readonly music_volume?: number;
  /** Volume of all sounds except the song. Default: 1. */
  readonly hitsound_volume?: number;
  /** Source of the hit sounds: the beatmap if it has any, or always the skin. Default: beatmap. */
  readonly hit_sounds?: 'beatmap' | 'skin';
  /** Play the drums of the Nightcore mod. Default: true. */
  readonly nightcore_samples?: boolean;
  /** Source of the combo colours: the beatmap if it has any, or always the skin. Default: beatmap. */
  readonly combo_colours?: 'beatmap' | 'skin';
  /** Show the score at the top right. Default: true. */
  readonly score_counter?: boolean;
  /** Show the accuracy below the score. Default: true. */
  readonly accuracy_counter?: boolean;
  /** Show the progress through the map beside the accuracy. Default: true. */
  readonly progress_pie?: boolean;
  /** Show the combo at the bottom left. Default: true. */
  readonly combo_counter?: boolean;
  /** Show the health bar at the top left. Default: true. */
  readonly health_bar?: boolean;
  /** Show the mods at the top right. Default: true. */
  readonly mod_icons?: boolean;
  /** Show the performance points so far at the left. Default: true. */
  readonly pp_counter?: boolean;
  /** Show the number of 100s, 50s and misses below the performance points. Default: true. */
  readonly hit_counts?: boolean;
  /** Show the number of slider breaks beside the hit counts. Default: false. */
  readonly slider_breaks?: boolean;
  /** Show the unstable rate above the hit error meter, if that is shown. Default: true. */
  readonly unstable_rate?: boolean;
  /** Show where on its circle each hit landed, at the bottom right. Default: false. */
  readonly aim_error_meter?: boolean;
  /** Show the difficulty over the length of the map, below the hit counts. Default: false. */
  readonly strain_graph?: boolean;
  /** Show the player's row with grade, score, accuracy and maximum combo at the left. Default: false. */
  readonly scoreboard?: boolean;
  /** Show the player and the map until the first object. Default: true. */
  readonly intro_card?: boolean;
  /** Show the countdown of maps that have one. Default: true. */
  readonly countdown?: boolean;
  /** During breaks, show the pass or fail sign and the grade so far (stable), or the remaining time and results (lazer). Default: true. */
  readonly break_info?: boolean;
  /** Show blinking arrows before a break ends. Default: true. */
  readonly warning_arrows?: boolean;
  /** Show a five-second warning about flashing lights before the play. Clips that start later have none. Default: false. */
  readonly seizure_warning?: boolean;
  /** Background dim until the first object, from 0 to 1. If not set: as during play. Default: null. */
  readonly intro_dim?: number | null;
  /** Background dim during breaks, from 0 to 1. If not set: 0.3 brighter than during play. Default: null. */
  readonly break_dim?: number | null;
  /** Blur of the background image, from 0 to 1. Default: 0. */
  readonly background_blur?: number;
  /** Let the background (image, video or storyboard) follow the cursor slightly. Default: false. */
  readonly parallax?: boolean;
  /** Draw a line around the playfield. Default: false. */
  readonly playfield_border?: boolean;
  /** In plays of osu! stable, show images of the skin when the combo reaches 30, 60, 100 and every further 50. Default: true. */
  readonly combo_bursts?: boolean;
  /** Let stars rise from the lower corners when kiai time starts. Default: true. */
  readonly star_fountains?: boolean;
  /** Use the skin's cursor and trail instead of those of the default skin. Default: true. */
  readonly skin_cursor?: boolean;
  /** Size of the cursor and its trail, as a multiple of the skin's size. Default: 1. */
  readonly cursor_size?: number;
  /** Scale the cursor with the circle size of the map. Default: false. */
  readonly cursor_scaled_to_circles?: boolean;
  /** Cycle the cursor and its trail through the colours of the rainbow. Default: false. */
  readonly cursor_rainbow?: boolean;
  /** Draw an expanding ring at the cursor on every key press. Default: false. */
  readonly cursor_ripples?: boolean;
  /** Show the cursor trail. Default: true. */
  readonly cursor_trail?: boolean;
  /** Use the long, continuous trail even if the skin has the short one. Default: false. */
  readonly trail_long?: boolean;
  /** Size of the trail relative to the cursor. Default: 1. */
  readonly trail_scale?: number;
  /** Number of images in the trail, as a multiple of the skin's number. Default: 1. */
  readonly trail_density?: number;
  /** Add a glow around the trail. Default: false. */
  readonly trail_glow?: boolean;
  /** Show the approach circles. Default: true. */
  readonly approach_circles?: boolean;
  /** Show the follow points between the objects of a combo. Default: true. */
  readonly follow_points?: boolean;
  /** Show the combo numbers on the objects. Default: true. */
  readonly combo_numbers?: boolean;
  /** Show a glow where an object was hit: if the skin has one, always, or never. Default: skin. */
  readonly hit_lighting?: 'skin' | 'always' | 'never';
  /** Merge the bodies of overlapping sliders. Default: false. */
  readonly slider_merge?: boolean;
  /** Draw slider bodies in their combo colour, whatever the skin and the map specify. Default: false. */
  readonly slider_combo_colour?: boolean;
  /** Give successive objects the colours of the rainbow. Default: false. */
  readonly object_rainbow?: boolean;
  /** Flash the objects on every beat, not only in kiai sections. Default: false. */
  readonly beat_flash?: boolean;
  /** Enlarge the objects on every beat. Default: false. */
  readonly beat_scale?: boolean;
  /** Show all objects of plays with Hidden, Flashlight, Traceable or Blinds, as without these mods. Default: false. */
  readonly reveal_objects?: boolean;
  /** Beside each mistake, show for a second how far the cursor was away, the press and the cause. Default: false. */
  readonly mistake_marks?: boolean;
}

export interface Skin {
  /** Name of the skin. */
  readonly name: string;
  /** Author in the skin.ini; null without one, and until the service has read the file. */
  readonly author: string | null;
  /** Version of the skin format in the skin.ini; null without one, and until the service has read the file. */
  readonly version: number | null;
  /** Who may replace and remove the skin: "built-in": no client, it is part of the program; "operator": the operator, who copied it into storage; "you": the client of this request, who uploaded it; "another-client": the client who uploaded it. */
  readonly owner: 'built-in' | 'operator' | 'you' | 'another-client';
}

export interface SkinList {
  /** Names of all skins, sorted, including the built-in "Default". */
  readonly skins: readonly string[];
  /** The same skins in the same order, with what is known about each. */
  readonly details: readonly Skin[];
}

export interface SkinRemoved {
  /** Name of the skin, which is free again. */
  readonly skin_name: string;
  /** Confirmation for users. */
  readonly message: string;
}

export interface SkinUploaded {
  /** Always true; a refused skin is an error response. */
  readonly success: boolean;
  /** Name of the skin, for the field `skin` of a render. */
  readonly skin_name: string;
  /** Confirmation for users. */
  readonly message: string;
}

export interface StatusChange {
  /** Identifier of the job. */
  readonly job_id: string;
  readonly status: JobStatus;
  /** Number of the current attempt; 0 before the first. */
  readonly attempt: number;
  /** Stable error code; see [all errors](/guide/errors). Null without an error. */
  readonly error_code: string | null;
  /** Time of the change, ISO 8601 in UTC. */
  readonly at: string;
}

export interface TogetherSettings {
  /** Video size. Overrides the form field of the same name, which offers only 1080p and 4k. Default: null. */
  readonly resolution?: '480p' | '720p' | '1080p' | '4k' | null;
  /** Render an upright 9:16 video, with the whole playfield in the middle. Default: false. */
  readonly vertical?: boolean;
  /** Frames per second. Default: 60. */
  readonly fps?: 30 | 60 | 120;
  /** Playback speed, as a multiple of the speed of the play. The pitch of the song does not change. Default: 1. */
  readonly speed?: number;
  /** Start the video at this time of the song, in seconds. Default: null. */
  readonly clip_start?: number | null;
  /** End the video at this time of the song, in seconds. Default: null. */
  readonly clip_end?: number | null;
  /** Show only moments of the play: each mistake with two seconds before and after it (mistakes), the hardest 20 seconds (hardest), the longest hard passage without a mistake (best), hard parts that are cut on the beat (highlights), or the first miss (first_miss). With clip_start or clip_end, only those of the clip. Not for several replays. Default: null. */
  readonly moments?: 'mistakes' | 'hardest' | 'best' | 'highlights' | 'first_miss' | null;
  /** Maximum length of a video of highlights. Default: 30. */
  readonly highlights_seconds?: number;
  /** Start a few beats before the first object, where the game lets players skip to. Default: false. */
  readonly skip_intro?: boolean;
  /** End with the results screen. Default: true. */
  readonly result_screen?: boolean;
  /** Continue after the play has failed, as with No Fail. Objects without replay input are misses. Default: false. */
  readonly ignore_fail?: boolean;
  /** Maximum size of the video in megabytes, such as 10 for a chat. Lowers the quality, and if necessary the resolution. Default: null. */
  readonly target_size_mb?: number | null;
  /** Also create a four-second animation without sound. Default: null. */
  readonly preview?: 'gif' | 'webp' | null;
  /** Overall volume: 0 is silent, 1 is -14 LUFS. Default: 1. */
  readonly volume?: number;
  /** Volume of the song. Default: 1. */
  readonly music_volume?: number;
  /** Volume of all sounds except the song. Default: 1. */
  readonly hitsound_volume?: number;
  /** Source of the hit sounds: the beatmap if it has any, or always the skin. Default: beatmap. */
  readonly hit_sounds?: 'beatmap' | 'skin';
  /** Play the drums of the Nightcore mod. Default: true. */
  readonly nightcore_samples?: boolean;
  /** Source of the combo colours: the beatmap if it has any, or always the skin. Default: beatmap. */
  readonly combo_colours?: 'beatmap' | 'skin';
  /** Show the score at the top right. Default: true. */
  readonly score_counter?: boolean;
  /** Show the accuracy below the score. Default: true. */
  readonly accuracy_counter?: boolean;
  /** Show the progress through the map beside the accuracy. Default: true. */
  readonly progress_pie?: boolean;
  /** Show the combo at the bottom left. Default: true. */
  readonly combo_counter?: boolean;
  /** Show the health bar at the top left. Default: true. */
  readonly health_bar?: boolean;
  /** Show the mods at the top right. Default: true. */
  readonly mod_icons?: boolean;
  /** Show the performance points so far at the left. Default: true. */
  readonly pp_counter?: boolean;
  /** Show the number of 100s, 50s and misses below the performance points. Default: true. */
  readonly hit_counts?: boolean;
  /** Show the number of slider breaks beside the hit counts. Default: false. */
  readonly slider_breaks?: boolean;
  /** Show the unstable rate above the hit error meter, if that is shown. Default: true. */
  readonly unstable_rate?: boolean;
  /** Show where on its circle each hit landed, at the bottom right. Default: false. */
  readonly aim_error_meter?: boolean;
  /** Show the difficulty over the length of the map, below the hit counts. Default: false. */
  readonly strain_graph?: boolean;
  /** Show the player's row with grade, score, accuracy and maximum combo at the left. Default: false. */
  readonly scoreboard?: boolean;
  /** Show the player and the map until the first object. Default: true. */
  readonly intro_card?: boolean;
  /** Show the countdown of maps that have one. Default: true. */
  readonly countdown?: boolean;
  /** During breaks, show the pass or fail sign and the grade so far (stable), or the remaining time and results (lazer). Default: true. */
  readonly break_info?: boolean;
  /** Show blinking arrows before a break ends. Default: true. */
  readonly warning_arrows?: boolean;
  /** Show a five-second warning about flashing lights before the play. Clips that start later have none. Default: false. */
  readonly seizure_warning?: boolean;
  /** Background dim until the first object, from 0 to 1. If not set: as during play. Default: null. */
  readonly intro_dim?: number | null;
  /** Background dim during breaks, from 0 to 1. If not set: 0.3 brighter than during play. Default: null. */
  readonly break_dim?: number | null;
  /** Blur of the background image, from 0 to 1. Default: 0. */
  readonly background_blur?: number;
  /** Let the background (image, video or storyboard) follow the cursor slightly. Default: false. */
  readonly parallax?: boolean;
  /** Draw a line around the playfield. Default: false. */
  readonly playfield_border?: boolean;
  /** In plays of osu! stable, show images of the skin when the combo reaches 30, 60, 100 and every further 50. Default: true. */
  readonly combo_bursts?: boolean;
  /** Let stars rise from the lower corners when kiai time starts. Default: true. */
  readonly star_fountains?: boolean;
  /** Use the skin's cursor and trail instead of those of the default skin. Default: true. */
  readonly skin_cursor?: boolean;
  /** Size of the cursor and its trail, as a multiple of the skin's size. Default: 1. */
  readonly cursor_size?: number;
  /** Scale the cursor with the circle size of the map. Default: false. */
  readonly cursor_scaled_to_circles?: boolean;
  /** Cycle the cursor and its trail through the colours of the rainbow. Default: false. */
  readonly cursor_rainbow?: boolean;
  /** Draw an expanding ring at the cursor on every key press. Default: false. */
  readonly cursor_ripples?: boolean;
  /** Show the cursor trail. Default: true. */
  readonly cursor_trail?: boolean;
  /** Use the long, continuous trail even if the skin has the short one. Default: false. */
  readonly trail_long?: boolean;
  /** Size of the trail relative to the cursor. Default: 1. */
  readonly trail_scale?: number;
  /** Number of images in the trail, as a multiple of the skin's number. Default: 1. */
  readonly trail_density?: number;
  /** Add a glow around the trail. Default: false. */
  readonly trail_glow?: boolean;
  /** Show the approach circles. Default: true. */
  readonly approach_circles?: boolean;
  /** Show the follow points between the objects of a combo. Default: true. */
  readonly follow_points?: boolean;
  /** Show the combo numbers on the objects. Default: true. */
  readonly combo_numbers?: boolean;
  /** Show a glow where an object was hit: if the skin has one, always, or never. Default: skin. */
  readonly hit_lighting?: 'skin' | 'always' | 'never';
  /** Merge the bodies of overlapping sliders. Default: false. */
  readonly slider_merge?: boolean;
  /** Draw slider bodies in their combo colour, whatever the skin and the map specify. Default: false. */
  readonly slider_combo_colour?: boolean;
  /** Give successive objects the colours of the rainbow. Default: false. */
  readonly object_rainbow?: boolean;
  /** Flash the objects on every beat, not only in kiai sections. Default: false. */
  readonly beat_flash?: boolean;
  /** Enlarge the objects on every beat. Default: false. */
  readonly beat_scale?: boolean;
  /** Show all objects of plays with Hidden, Flashlight, Traceable or Blinds, as without these mods. Default: false. */
  readonly reveal_objects?: boolean;
  /** Beside each mistake, show for a second how far the cursor was away, the press and the cause. Default: false. */
  readonly mistake_marks?: boolean;
  /** Arrangement of several replays: all cursors on the playfield of the first one, 2 to 4 pictures side by side, or a knockout until one player is left. Default: null. */
  readonly layout?: 'ghosts' | 'split' | 'knockout' | null;
  /** Number by which the players are ordered. Default: score. */
  readonly order_by?: 'score' | 'accuracy';
  /** Number of combo breaks with which a player drops out of a knockout. Default: 1. */
  readonly knockout_lives?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
  /** Combo breaks that count in a knockout: all (misses and slider breaks), or misses only. Default: break. */
  readonly knockout_counts?: 'break' | 'miss';
  /** Seconds after the first object until combo breaks count in a knockout. Default: 0. */
  readonly knockout_min_time?: number;
}

export interface ErrorBody {
  /** Error message for users. */
  readonly detail: string;
  /** Stable error code; see [all errors](/guide/errors). */
  readonly code: string;
  /** One entry for each invalid field. */
  readonly errors?: readonly FieldError[];
}

/** The codes of all errors; see docs/errors.md. */
export type ErrorCode =
  | 'admin/no-such-block'
  | 'admin/no-such-worker'
  | 'admin/not-queued'
  | 'admin/unauthorized'
  | 'analytics/not-found'
  | 'archive/too-large'
  | 'archive/unreadable'
  | 'archive/unsafe'
  | 'artifact/forbidden'
  | 'artifact/no-such-range'
  | 'artifact/not-found'
  | 'backup/other-version'
  | 'backup/unreadable'
  | 'beatmap/file-too-large'
  | 'beatmap/mismatch'
  | 'beatmap/not-found'
  | 'beatmap/not-yet'
  | 'beatmap/too-large'
  | 'beatmap/too-slow'
  | 'beatmap/unavailable'
  | 'beatmap/unreadable'
  | 'beatmap/wrong-extension'
  | 'beatmap/wrong-mode'
  | 'blocked/client'
  | 'blocked/player'
  | 'callback/not-configured'
  | 'callback/out-of-time'
  | 'callback/repeated'
  | 'callback/undelivered'
  | 'callback/unsigned'
  | 'card/busy'
  | 'config/invalid'
  | 'database/cannot-start'
  | 'database/in-use'
  | 'database/migrations-differ'
  | 'database/unavailable'
  | 'embed/unsupported-format'
  | 'idempotency/in-progress'
  | 'idempotency/mismatch'
  | 'installation/in-use'
  | 'installation/missing'
  | 'installation/not-empty'
  | 'job/cancelled'
  | 'job/finished'
  | 'job/not-failed'
  | 'job/not-found'
  | 'job/not-yours'
  | 'job/unfinished'
  | 'key/name-taken'
  | 'key/not-found'
  | 'key/required'
  | 'key/unknown'
  | 'key/user-invalid'
  | 'limit/active-jobs'
  | 'limit/at-capacity'
  | 'limit/queue-full'
  | 'limit/rate'
  | 'limit/streams'
  | 'limit/streams-at-capacity'
  | 'limit/uploads'
  | 'render/danser-unusable'
  | 'render/failed'
  | 'render/out-of-memory'
  | 'render/stalled'
  | 'render/timed-out'
  | 'render/worker-lost'
  | 'replay/empty'
  | 'replay/no-frames'
  | 'replay/not-stored'
  | 'replay/too-large'
  | 'replay/too-slow'
  | 'replay/unreadable'
  | 'replay/unsupported-mods'
  | 'replay/wrong-extension'
  | 'replay/wrong-mode'
  | 'request/foreign-origin'
  | 'request/header-too-large'
  | 'request/invalid'
  | 'request/malformed'
  | 'request/method-not-allowed'
  | 'request/no-boundary'
  | 'request/not-found'
  | 'request/timed-out'
  | 'request/too-large'
  | 'request/unsupported-encoding'
  | 'request/unsupported-expectation'
  | 'request/unsupported-media-type'
  | 'score/no-replay'
  | 'score/not-configured'
  | 'score/refused'
  | 'score/unavailable'
  | 'service/cannot-start'
  | 'service/internal'
  | 'service/maintenance'
  | 'skin/damaged'
  | 'skin/encrypted'
  | 'skin/in-use'
  | 'skin/link'
  | 'skin/name-invalid'
  | 'skin/name-reserved'
  | 'skin/name-taken'
  | 'skin/nested-archive'
  | 'skin/not-found'
  | 'skin/not-yours'
  | 'skin/too-compressed'
  | 'skin/too-deep'
  | 'skin/too-large'
  | 'skin/too-many-entries'
  | 'skin/too-slow'
  | 'skin/unpacks-too-large'
  | 'skin/unsafe-path'
  | 'skin/wrong-extension'
  | 'skin/wrong-magic'
  | 'storage/full'
  | 'storage/link-expired'
  | 'storage/link-invalid'
  | 'storage/unavailable'
  | 'storyboard/too-large'
  | 'together/count'
  | 'together/other-clock'
  | 'together/other-map'
  | 'together/other-objects'
  | 'together/repeated'
  | 'together/too-large'
  | 'upload/failed'
  | 'video/cannot-write'
  | 'video/empty-clip'
  | 'video/encoder-died'
  | 'video/encoder-missing'
  | 'video/no-moments'
  | 'video/options-invalid'
  | 'video/too-long'
  | 'worker/name-taken'
  | 'worker/not-found'
  | 'worker/not-lent'
  | 'worker/other-protocol'
  | 'worker/segment-refused'
  | 'worker/suspended'
  | 'worker/token-in-use'
  | 'worker/unknown-token';
